// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import type { ActivityEntry } from '../../src/domain/activity/activity.ts';
import { ok } from '../../src/domain/core/result.ts';
import { emptyLibrary, type LibraryContents } from '../../src/domain/library/contents.ts';
import { noNews } from '../../src/domain/library/news.ts';
import { saveFilesWith } from '../../src/components/download.ts';
import ActivityView from '../../src/views/activity/ActivityView.svelte';
import ImportForm from '../../src/views/files/import/ImportForm.svelte';
import LibraryView from '../../src/views/library/LibraryView.svelte';
import { connectionA } from '../support/builders.ts';
import { fakeBridge, later } from '../support/fake-bridge.ts';
import { button, show, turn } from './show-component.ts';

// jsdom lays nothing out.
globalThis.ResizeObserver ??= class {
  readonly observe = (): void => undefined;
  readonly unobserve = (): void => undefined;
  readonly disconnect = (): void => undefined;
};

let leave = (): void => undefined;
afterEach(() => leave());

const news = {
  'library.look': () => ok({ sinceMs: 7, lookedAtMs: 9 }),
  'library.news': () => ok(noNews(0)),
  'library.arrived': () => ok({ arrived: 0, byDay: [] }),
  'keys.runOuts': () => ok({ usedUp: [], usedUpKeys: 0, ending: [], endsMs: [] }),
  'signatures.unfetched': () => ok({ files: 0 }),
};

test('activity without entries is not saved as a table', async () => {
  const saved: string[] = [];
  saveFilesWith((name) => saved.push(name));
  const bridge = fakeBridge({ ...news, 'activity.list': () => ok({ entries: [] as ActivityEntry[], isMore: false }) });
  ({ leave } = show(bridge, ActivityView, {}));
  await turn();
  button('Save as CSV')?.click();
  expect(saved).toEqual([]);
});

test('the button that begins an import of ids can have the focus while it runs, and begins no second one', () => {
  const bridge = fakeBridge({ 'files.import': () => later<'files.import'>().reply });
  const shown = show(bridge, ImportForm, {});
  ({ leave } = shown);
  shown.app.screensOf(connectionA).importing.text = 'a';
  flushSync();
  button('Import')?.click();
  flushSync();
  const busy = button('Importing…');
  expect([busy?.disabled, busy?.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  busy?.click();
  expect(bridge.asked).toHaveLength(1);
});

test.each([
  ['text/plain', false],
  ['Files', true],
])('of what is dropped on the form of ids, as %s, the form takes files alone', (type, isTaken) => {
  ({ leave } = show(fakeBridge(), ImportForm, {}));
  const drops = ['dragover', 'drop'].map((name) => {
    const event = new Event(name, { bubbles: true, cancelable: true });
    Object.assign(event, { dataTransfer: { types: [type], files: [] } });
    document.querySelector('textarea')?.dispatchEvent(event);
    return event.defaultPrevented;
  });
  expect(drops).toEqual([isTaken, isTaken]);
});

test('a list of what became of ids says where it stops', async () => {
  const lines = Array.from({ length: 501 }, (_, place) => ({
    line: place + 1,
    text: 'x',
    network: null,
    reason: null,
  }));
  const bridge = fakeBridge({ 'files.import': () => ok({ lines, added: 501 }) });
  const shown = show(bridge, ImportForm, {});
  ({ leave } = shown);
  const { importing } = shown.app.screensOf(connectionA);
  importing.text = 'x';
  await importing.bring();
  flushSync();
  expect(document.querySelector('main')?.textContent).toContain('The first 500 lines are listed.');
});

test('the table that a button of a chart asks for has the focus of that button', async () => {
  const groups: LibraryContents['groups'] = { ...emptyLibrary.groups, otherGroups: 3 };
  const contents = { ...emptyLibrary, all: { files: 3, sizeBytes: 3 }, groups };
  const bridge = fakeBridge({ ...news, 'library.contents': () => ok(contents), 'keys.audit': () => ok(null as never) });
  ({ leave } = show(bridge, LibraryView, {}));
  await turn();
  const more = [...document.querySelectorAll('button')].find((one) => /3 more groups/.test(one.textContent));
  more?.focus();
  more?.click();
  flushSync();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Groups, table');
});
