import { expect, test, vi } from 'vitest';
import type { FileDetail } from '../../../src/contract/files.ts';
import { fileKey, type FileKey } from '../../../src/domain/core/ids.ts';
import { ok } from '../../../src/domain/core/result.ts';
import type { Draft } from '../../../src/domain/edits/draft.ts';
import { pageClock } from '../../../src/state/app/clock.svelte.ts';
import { allFiles } from '../../../src/state/app/route.ts';
import { DraftsState, type ShownDraft } from '../../../src/state/files/drafts.svelte.ts';
import { InspectorState } from '../../../src/state/files/inspector.svelte.ts';
import { RenameState } from '../../../src/state/files/rename.svelte.ts';
import { aFile, connectionA, fileOf, uuid } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const key = { network: 'public', id: fileOf(uuid(1)).id } as const;
const second = { network: 'public', id: fileOf(uuid(2)).id } as const;
const named = (text: string): Draft => ({ part: 'name', base: 'aurora.png', text });
const valued = (value: string): Draft => ({
  part: 'metadata',
  lines: [{ key: 'env', value, base: 'prod', isRemoved: false }],
  pasted: null,
});

/** A page over a core that has kept these drafts; each rest of the page ends at once. */
function page(...kept: readonly Draft[]) {
  let drafts: readonly Draft[] = kept;
  let env = 'prod';
  const detail = (of: FileKey): FileDetail => {
    const record = aFile({ ...of, name: 'aurora.png', keyvalues: [['env', env]] as never });
    return {
      ...{ record, shown: record, raw: '{}', seenAtMs: 1, changes: [] },
      state: 'onServer',
    } as unknown as FileDetail;
  };
  const listed = (): ShownDraft[] => drafts.map((draft) => ({ key, draft, typedAtMs: 5, fileName: 'aurora.png' }));
  const bridge = fakeBridge({
    'files.get': (asked) => ok(detail(fileKey.parse(asked.key))),
    'drafts.list': () => ok({ drafts: listed() }),
    'drafts.keep': () => ok(null),
    'drafts.discard': () => ok(null),
  });
  const clock = { ...pageClock, after: (_ms: number, work: () => void) => (queueMicrotask(work), () => undefined) };
  const ports = portsOf(bridge);
  const state = new DraftsState(ports, clock);
  const inspector = new InspectorState(ports, state);
  const stops = [state.watch(), inspector.watch()];
  const choose = (file: FileKey): void => ports.app.router.note({ ...allFiles, file }, connectionA);
  choose(key);
  return {
    ...{ bridge, choose, state, inspector, rename: new RenameState(ports, state, clock) },
    keeps: (...now: readonly Draft[]) => {
      drafts = now;
      bridge.announce('drafts.changed');
    },
    changes: (value: string) => {
      env = value;
      bridge.announce('files.changed');
    },
    end: () => stops.forEach((stop) => stop()),
  };
}
const shownIn = (inspector: InspectorState): unknown => inspector.draft?.pairs.map(({ value }) => value);

test('the editor opens with what an earlier run has kept, whichever of file and draft comes first', async () => {
  const one = page(valued('half typ'));
  await vi.waitFor(() => expect(shownIn(one.inspector)).toEqual(['half typ']));
  one.end();
  const other = page();
  await vi.waitFor(() => expect(other.inspector.detail).not.toBeNull());
  expect(other.inspector.draft).toBeNull();
  other.keeps(valued('half typ'));
  await vi.waitFor(() => expect(shownIn(other.inspector)).toEqual(['half typ']));
  other.bridge.answer('drafts.list', () => {
    const draft = valued('of the second');
    return ok({ drafts: [{ key: second, draft, typedAtMs: 5, fileName: null }] });
  });
  other.bridge.announce('drafts.changed');
  await vi.waitFor(() => expect(other.state.has(second)).toBe(true));
  other.choose(second);
  await vi.waitFor(() => expect(shownIn(other.inspector)).toEqual(['of the second']));
  other.end();
});

test('an editor follows another window that types on, and closes when the draft is saved there', async () => {
  const one = page(valued('half'));
  await vi.waitFor(() => expect(shownIn(one.inspector)).toEqual(['half']));
  one.keeps(valued('half typed'));
  await vi.waitFor(() => expect(shownIn(one.inspector)).toEqual(['half typed']));
  one.keeps();
  await vi.waitFor(() => expect(one.inspector.draft).toBeNull());
  one.end();
});

test('an open editor that nobody has typed into stays open, and follows the file', async () => {
  const one = page();
  await vi.waitFor(() => expect(one.inspector.detail).not.toBeNull());
  await one.inspector.edit();
  one.keeps();
  one.changes('live');
  await vi.waitFor(() => expect(shownIn(one.inspector)).toEqual(['live']));
  one.inspector.draft!.pairs[0]!.value = 'mine';
  one.changes('test');
  await vi.waitFor(() => expect(one.inspector.draft!.typedOver(one.inspector.draft!.pairs[0]!)).not.toBeNull());
  expect(shownIn(one.inspector)).toEqual(['mine']);
  one.end();
});

test('giving up discards what was kept', async () => {
  const one = page(valued('half'));
  await vi.waitFor(() => expect(shownIn(one.inspector)).toEqual(['half']));
  one.inspector.giveUp();
  expect([one.inspector.draft, one.state.has(key)]).toEqual([null, false]);
  expect(one.bridge.asked.at(-1)).toEqual({
    name: 'drafts.discard',
    input: { connectionId: connectionA, key, part: 'metadata' },
  });
  one.end();
});

test('typing that comes back to what the file has is no draft any more', async () => {
  const one = page();
  await vi.waitFor(() => expect(one.inspector.detail).not.toBeNull());
  await one.inspector.edit();
  one.inspector.draft!.pairs[0]!.value = 'x';
  const isKept = one.state.has(key);
  one.inspector.draft!.pairs[0]!.value = 'prod';
  expect([isKept, one.state.has(key), one.inspector.draft === null]).toEqual([true, false, false]);
  one.end();
});

test('a rename goes on with the kept name, against the name it was typed over', async () => {
  const one = page(named('half a na'));
  await vi.waitFor(() => expect(one.state.has(key)).toBe(true));
  const file = { ...key, name: 'theirs.png' };
  expect(one.rename.typedOver(file)).toEqual({ base: 'aurora.png', now: 'theirs.png' });
  one.rename.start(file, 'row');
  expect(one.rename.draft).toBe('half a na');
  one.bridge.answer('files.edit', () => ok({ changeSetId: uuid(9) } as never));
  expect(await one.rename.save()).toBe(true);
  expect(one.bridge.asked.find(({ name }) => name === 'files.edit')?.input).toMatchObject({
    changes: [{ field: 'name', base: 'aurora.png', mine: 'half a na' }],
    saves: 'name',
  });
  expect(one.state.has(key)).toBe(false);
  one.end();
});

test('typing that is taken out again in place of a long name is no draft', async () => {
  const one = page();
  await vi.waitFor(() => expect(one.inspector.detail).not.toBeNull());
  one.rename.start({ ...key, name: 'x'.repeat(20_000) }, 'inspector');
  const seen = ['a', ''].map((text) => {
    one.rename.draft = text;
    return one.state.has(key);
  });
  expect(seen).toEqual([true, false]);
  one.end();
});

test('a discarded name closes its form', async () => {
  const one = page(named('half a na'));
  await vi.waitFor(() => expect(one.state.has(key)).toBe(true));
  one.rename.start({ ...key, name: 'aurora.png' }, 'inspector');
  one.rename.discard(key);
  expect([one.rename.isOf(key, 'inspector'), one.state.has(key)]).toEqual([false, false]);
  one.end();
});

test('drafts whose list was on its way while another was discarded are still shown', async () => {
  const one = page();
  await vi.waitFor(() => expect(one.inspector.detail).not.toBeNull());
  await one.inspector.edit();
  one.inspector.draft!.pairs[0]!.value = 'mine';
  const slow = later<'drafts.list'>();
  one.bridge.answer('drafts.list', () => slow.reply);
  one.bridge.announce('drafts.changed');
  const kept = { key, draft: named('half a na'), typedAtMs: 5, fileName: null };
  one.bridge.answer('drafts.list', () => ok({ drafts: [kept] }));
  one.inspector.giveUp();
  await vi.waitFor(() => expect(one.state.all.map(({ draft }) => draft)).toEqual([named('half a na')]));
  one.end();
});

test('a long name, of which the list shows the beginning, was not changed by anybody', async () => {
  const base = 'x'.repeat(20_000);
  const one = page({ part: 'name', base, text: 'short' });
  await vi.waitFor(() => expect(one.state.has(key)).toBe(true));
  const row = { ...key, name: base.slice(0, 1_000), nameLength: base.length };
  expect([one.rename.typedOver(row), one.rename.typedOver({ ...row, nameLength: base.length + 1 })?.base]).toEqual([
    null,
    base,
  ]);
  one.end();
});
