import { expect, test, vi } from 'vitest';
import type { FileDetail } from '../../../src/contract/files.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { pageClock } from '../../../src/state/app/clock.svelte.ts';
import { DraftsState } from '../../../src/state/files/drafts.svelte.ts';
import { InspectorState } from '../../../src/state/files/inspector.svelte.ts';
import { allFiles } from '../../../src/state/app/route.ts';
import { aFile, connectionA, fileOf, uuid } from '../../support/builders.ts';
import { fakeBridge, later, type FakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const detailOf = (id: string): FileDetail => {
  const record = aFile({ id, keyvalues: [['env', 'prod']] as never });
  return { record, shown: record, raw: '{}', seenAtMs: 1, state: 'onServer', changes: [], refusal: null, wait: null };
};
const one = { network: 'public', id: fileOf(uuid(1)).id } as const;
const two = { network: 'public', id: fileOf(uuid(2)).id } as const;

/** Time stands still: what is typed is kept later than these tests take. */
const still = { ...pageClock, after: () => () => undefined };

function watched(bridge: FakeBridge) {
  const ports = portsOf(bridge);
  const inspector = new InspectorState(ports, new DraftsState(ports, still));
  inspector.watch();
  const choose = (file: typeof one | null): void => ports.app.router.note({ ...allFiles, file }, connectionA);
  return { inspector, choose };
}
const core = (): FakeBridge => fakeBridge({ 'files.get': ({ key }) => ok(detailOf(key.id)) });
const settled = (): Promise<void> => vi.waitFor(() => Promise.resolve());

test('shows the chosen file, and drops an answer about the one before', async () => {
  const bridge = core();
  const { inspector, choose } = watched(bridge);
  const slow = later<'files.get'>();
  bridge.answer('files.get', () => slow.reply);
  choose(one);
  bridge.answer('files.get', ({ key }) => ok(detailOf(key.id)));
  choose(two);
  await vi.waitFor(() => expect(inspector.detail?.record.id).toBe(two.id));
  slow.arrive(detailOf(one.id));
  await settled();
  expect(inspector.detail?.record.id).toBe(two.id);
});

test('asks again when files or changes are announced', async () => {
  const bridge = core();
  const { inspector, choose } = watched(bridge);
  choose(one);
  await vi.waitFor(() => expect(inspector.detail).not.toBeNull());
  bridge.answer('files.get', () => fail({ kind: 'notFound' }));
  bridge.announce('files.changed');
  await vi.waitFor(() => expect([inspector.detail, inspector.failure]).toEqual([null, { kind: 'notFound' }]));
});

test('the chosen file follows a copy that announces files faster than one can be read', async () => {
  vi.useFakeTimers();
  const bridge = core();
  const { inspector, choose } = watched(bridge);
  bridge.answer('files.get', async ({ key }) => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return ok(detailOf(key.id));
  });
  choose(one);
  for (let told = 0; told < 10; told += 1) {
    bridge.announce('files.changed');
    await vi.advanceTimersByTimeAsync(120);
  }
  expect(inspector.detail?.record.id).toBe(one.id);
  vi.useRealTimers();
});

test('typing is kept while one looks at another file', async () => {
  const { inspector, choose } = watched(core());
  choose(one);
  await vi.waitFor(() => expect(inspector.detail).not.toBeNull());
  void inspector.edit();
  inspector.draft!.pairs[0]!.value = 'half typ';
  choose(two);
  expect(inspector.draft).toBeNull();
  choose(one);
  expect(inspector.draft?.pairs[0]?.value).toBe('half typ');
});

test('a file that is still on its way is changed once it is here, and not with the values of the one before', async () => {
  const bridge = fakeBridge({ 'files.get': ({ key }) => ok(detailOf(key.id)) });
  const { inspector, choose } = watched(bridge);
  choose(one);
  await vi.waitFor(() => expect(inspector.detail).not.toBeNull());
  const slow = later<'files.get'>();
  bridge.answer('files.get', () => slow.reply);
  choose(two);
  const editing = inspector.edit();
  expect(inspector.draft).toBeNull();
  const { record, ...rest } = detailOf(two.id);
  slow.arrive({ ...rest, record, shown: { ...record, keyvalues: [['of', 'two']] as never } });
  await editing;
  expect(inspector.draft?.pairs.map(({ key, value }) => [key, value])).toEqual([['of', 'two']]);
});

test('an edit that follows at once stands on the values of the one before', async () => {
  const bridge = core();
  const { inspector, choose } = watched(bridge);
  choose(one);
  await vi.waitFor(() => expect(inspector.detail).not.toBeNull());
  let saved = 'prod';
  bridge.answer('files.get', ({ key }) => {
    const detail = detailOf(key.id);
    return ok({ ...detail, shown: { ...detail.shown, keyvalues: [['env', saved]] as never } });
  });
  bridge.answer('files.edit', ({ changes }) => {
    saved = changes[0]!.mine!;
    return ok({ changeSetId: uuid(9) } as never);
  });
  for (const value of ['test', 'live']) {
    void inspector.edit();
    inspector.draft!.pairs[0]!.value = value;
    const [first, second] = await Promise.all([inspector.save(), inspector.save()]);
    expect([first, second]).toEqual([true, true]);
  }
  const edits = bridge.asked.filter(({ name }) => name === 'files.edit').map(({ input }) => input);
  expect(edits).toMatchObject([
    { changes: [{ base: 'prod', mine: 'test' }] },
    { changes: [{ base: 'test', mine: 'live' }] },
  ]);
});

test('what is typed while a save is under way stays in the editor, on top of what was saved', async () => {
  const bridge = core();
  const { inspector, choose } = watched(bridge);
  choose(one);
  await vi.waitFor(() => expect(inspector.detail).not.toBeNull());
  const edited = later<'files.edit'>();
  bridge.answer('files.edit', () => edited.reply);
  void inspector.edit();
  inspector.draft!.pairs[0]!.value = 'te';
  const saving = inspector.save();
  inspector.draft!.pairs[0]!.value = 'test';
  inspector.draft!.pasted = 'place=Oslo';
  bridge.answer('files.get', ({ key }) => {
    const detail = detailOf(key.id);
    return ok({ ...detail, shown: { ...detail.shown, keyvalues: [['env', 'te']] as never } });
  });
  edited.arrive({ changeSetId: uuid(9) } as never);
  await saving;
  expect(inspector.draft?.changes).toEqual([{ field: 'key:env', base: 'te', mine: 'test' }]);
  expect(inspector.draft?.pasted).toBe('place=Oslo');
});

test('a file is saved although the save of the one before is still under way', async () => {
  const bridge = core();
  const { inspector, choose } = watched(bridge);
  const edited = later<'files.edit'>();
  bridge.answer('files.edit', ({ key }) => (key.id === one.id ? edited.reply : ok({ changeSetId: uuid(8) } as never)));
  const saves: Promise<boolean>[] = [];
  for (const file of [one, two]) {
    choose(file);
    await vi.waitFor(() => expect(inspector.detail?.record.id).toBe(file.id));
    void inspector.edit();
    inspector.draft!.pairs[0]!.value = 'test';
    saves.push(inspector.save());
  }
  await expect.poll(() => inspector.draft).toBeNull();
  edited.arrive({ changeSetId: uuid(9) } as never);
  expect(await Promise.all(saves)).toEqual([true, true]);
  const edits = bridge.asked.filter(({ name }) => name === 'files.edit').map(({ input }) => input);
  expect(edits).toMatchObject([{ key: one }, { key: two }]);
});

test('a draft goes when it is durable, and stays when it is not', async () => {
  const bridge = core();
  const { inspector, choose } = watched(bridge);
  choose(one);
  await vi.waitFor(() => expect(inspector.detail).not.toBeNull());
  void inspector.edit();
  inspector.draft!.pairs[0]!.value = 'test';
  bridge.answer('files.edit', () => fail({ kind: 'notSaved', reason: 'readOnly', detail: 'EROFS' }));
  expect([await inspector.save(), inspector.saveFailure?.kind, inspector.draft?.left]).toEqual([false, 'notSaved', 1]);
  bridge.answer('files.edit', () => ok({ changeSetId: uuid(9) } as never));
  expect([await inspector.save(), inspector.saveFailure, inspector.draft, inspector.isSaved]).toEqual([
    true,
    null,
    null,
    true,
  ]);
  expect(bridge.asked.findLast(({ name }) => name === 'files.edit')).toEqual({
    name: 'files.edit',
    input: {
      connectionId: connectionA,
      key: one,
      changes: [{ field: 'key:env', base: 'prod', mine: 'test' }],
      saves: 'metadata',
    },
  });
});

test('where it would cover the list it comes only when called, or with a link to a file', () => {
  const bridge = core();
  const ports = portsOf(bridge);
  const inspector = new InspectorState(ports, new DraftsState(ports, still));
  inspector.watch();
  inspector.roomIs(false, false);
  const closed = inspector.isOpen;
  ports.app.router.note({ ...allFiles, file: one }, connectionA);
  const chosen = inspector.isOpen;
  ports.app.router.go({ ...allFiles, file: two }, connectionA);
  expect([closed, chosen, inspector.isOpen]).toEqual([false, false, true]);
});

test('an edit that is kept after the person has gone to another file is not told of that one', async () => {
  const bridge = core();
  const { inspector, choose } = watched(bridge);
  choose(one);
  const edited = later<'files.edit'>();
  bridge.answer('files.edit', () => edited.reply);
  await inspector.edit();
  inspector.draft!.pairs[0]!.value = 'test';
  const saving = inspector.save();
  choose(two);
  edited.arrive({ changeSetId: uuid(9) } as never);
  expect([await saving, inspector.key, inspector.isSaved]).toEqual([true, two, false]);
});

test('another search or order around the chosen file asks for it no second time, and keeps what the edit came from', async () => {
  const bridge = core();
  const ports = portsOf(bridge);
  const inspector = new InspectorState(ports, new DraftsState(ports, still));
  inspector.watch();
  ports.app.router.note({ ...allFiles, file: one }, connectionA);
  await vi.waitFor(() => expect(inspector.detail).not.toBeNull());
  inspector.roomIs(true, false);
  await inspector.edit(true);
  ports.app.router.note({ ...allFiles, search: 'card', file: { ...one } }, connectionA);
  await settled();
  expect([bridge.asked.filter(({ name }) => name === 'files.get').length, inspector.returnsToList]).toEqual([1, true]);
});

test('an edit that was asked for of a file on its way begins nowhere once the person has gone on', async () => {
  const bridge = core();
  const { inspector, choose } = watched(bridge);
  const slow = later<'files.get'>();
  bridge.answer('files.get', ({ key }) => (key.id === one.id ? slow.reply : ok(detailOf(key.id))));
  choose(one);
  const editing = inspector.edit();
  choose(two);
  slow.arrive(detailOf(one.id));
  expect([await editing, inspector.draft]).toEqual([null, null]);
  choose(null);
  expect([await inspector.edit(), await inspector.save()]).toEqual([null, false]);
});
