import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { FilesState } from '../../../src/state/files/files.svelte.ts';
import { SelectionState } from '../../../src/state/files/selection.svelte.ts';
import { ClipboardState } from '../../../src/state/clipboard/clipboard.svelte.ts';
import { connectionA, uuid } from '../../support/builders.ts';
import { aView } from '../../support/a-view.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { aRow } from '../files/files-list.ts';
import { portsOf } from '../ports.ts';

const key = (number: number) => ({ network: 'public', id: uuid(number) });

async function aClipboard(count = 300) {
  const bridge = fakeBridge({
    'files.open': () => ok(aView(1, count)),
    'files.window': ({ from, to }) =>
      ok({ rows: Array.from({ length: Math.min(to, count) - from }, (_, place) => aRow(from + place)) }),
    'files.position': () => ok({ position: null }),
    'files.close': () => ok(null),
    'clipboard.text': ({ format, limit }) => ok({ text: format, files: Math.min(limit, 1), pending: 0 }),
  });
  const ports = portsOf(bridge);
  const files = new FilesState(ports);
  files.viewport.openingIs(280);
  const stop = files.watch();
  await expect.poll(() => files.list).not.toBeNull();
  stop();
  const selection = new SelectionState(ports, files);
  const written: string[] = [];
  const system = { write: (text: string): Promise<void> => Promise.resolve(void written.push(text)) };
  const due: (() => void)[] = [];
  const after = (_: number, work: () => void) => {
    due.push(work);
    return () => undefined;
  };
  const clipboard = new ClipboardState(ports, { files, selection }, { clipboard: system, after });
  const asked = (): unknown => bridge.asked.findLast(({ name }) => name === 'clipboard.text')?.input;
  return { asked, bridge, clipboard, due, files, selection, system, written };
}

test('the chosen file is copied while nothing is selected, and the note of it goes after a moment', async () => {
  const { asked, clipboard, due, files, written } = await aClipboard();
  await files.choose(4);
  await clipboard.copy('cid');
  expect(asked()).toMatchObject({ connectionId: connectionA, files: { kind: 'keys', keys: [key(4)] }, format: 'cid' });
  expect(written).toEqual(['cid']);
  expect(clipboard.outcome).toEqual({ kind: 'copied', format: 'cid', files: 1, pending: 0, of: 1 });
  due.forEach((work) => work());
  expect(clipboard.outcome).toBeNull();
});

test('selected files are copied in the order of their rows, a whole list by its number', async () => {
  const { asked, clipboard, selection } = await aClipboard();
  for (const position of [7, 3]) await selection.toggle(position);
  await clipboard.copy('json');
  expect(asked()).toMatchObject({ files: { kind: 'keys', keys: [key(3), key(7)] } });
  selection.all();
  await selection.toggle(0);
  await clipboard.copy('json');
  expect(asked()).toMatchObject({ files: { kind: 'list', viewId: 1, except: [key(0)] } });
});

test('a copy that left files out says how many until it is dismissed', async () => {
  const { bridge, clipboard, due, selection } = await aClipboard(1_000_000);
  selection.all();
  bridge.answer('clipboard.text', () => ok({ text: 'x', files: 20_000, pending: 0 }));
  await clipboard.copy('cid');
  expect(clipboard.outcome).toMatchObject({ files: 20_000, of: 1_000_000 });
  expect(due).toEqual([]);
  clipboard.dismiss();
  expect(clipboard.outcome).toBeNull();
});

test('a copy of nothing leaves the clipboard as it is', async () => {
  const { bridge, clipboard, files, written } = await aClipboard();
  await files.choose(0);
  bridge.answer('clipboard.text', () => ok({ text: '', files: 0, pending: 1 }));
  await clipboard.copy('cid');
  expect([written, clipboard.outcome]).toEqual([[], { kind: 'copied', format: 'cid', files: 0, pending: 1, of: 1 }]);
});

test('a browser that keeps the page from the clipboard, and a core that cannot answer, are told', async () => {
  const { bridge, clipboard, files, system } = await aClipboard();
  await files.choose(0);
  system.write = () => Promise.reject(new Error('NotAllowedError'));
  await clipboard.copy('cid');
  expect(clipboard.outcome).toEqual({ kind: 'refused' });
  bridge.answer('clipboard.text', () => fail({ kind: 'notFound' }));
  await clipboard.copy('cid');
  expect(clipboard.outcome).toEqual({ kind: 'failed', failure: { kind: 'notFound' } });
});

test('a preview shows the beginning, and nothing is written', async () => {
  const { asked, clipboard, files, written } = await aClipboard();
  await files.choose(2);
  await clipboard.look('markdown', clipboard.subject!);
  expect([clipboard.preview, written]).toEqual(['markdown', []]);
  expect(asked()).toMatchObject({ format: 'markdown', limit: 3 });
});

test('a copy that is made late takes the place of no later one in the clipboard', async () => {
  const { bridge, clipboard, files, written } = await aClipboard();
  await files.choose(4);
  const slow = later<'clipboard.text'>();
  bridge.answer('clipboard.text', ({ format }) =>
    format === 'json' ? slow.reply : ok({ text: format, files: 1, pending: 0 }),
  );
  const copying = clipboard.copy('json');
  await clipboard.copy('cid');
  slow.arrive({ text: 'json', files: 1, pending: 0 });
  await copying;
  expect([written, clipboard.outcome]).toEqual([
    ['cid'],
    { kind: 'copied', format: 'cid', files: 1, pending: 0, of: 1 },
  ]);
});

test('a format whose text cannot be had has no preview, and not that of the one before', async () => {
  const { bridge, clipboard, files } = await aClipboard();
  await files.choose(4);
  await clipboard.look('cid', clipboard.subject!);
  expect(clipboard.preview).toBe('cid');
  bridge.answer('clipboard.text', () => fail({ kind: 'hostGone' }));
  await clipboard.look('json', clipboard.subject!);
  expect(clipboard.preview).toBeNull();
});

test('the note of a copy goes after its own moment, and not after that of an earlier one', async () => {
  const { clipboard, due, files } = await aClipboard();
  await files.choose(4);
  await clipboard.copy('cid');
  await clipboard.copy('json');
  due[0]!();
  expect(clipboard.outcome).toMatchObject({ kind: 'copied', format: 'json' });
  due[1]!();
  expect(clipboard.outcome).toBeNull();
});
