import { describe, expect, test, vi } from 'vitest';
import { bulkHandlers } from '../../../electron/ipc/changes/bulk-handlers.ts';
import type { BulkOperation } from '../../../src/domain/edits/bulk.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { aFileQuery } from '../../support/builders.ts';
import { InMemorySync } from '../in-memory-sync.ts';

vi.setConfig({ testTimeout: 120_000 });

const setEnv: BulkOperation = { kind: 'setKey', key: 'env', value: 'prod' };

async function inMemorySync(files: number): Promise<InMemorySync> {
  const one = new InMemorySync();
  await one.files(files);
  return one;
}
const keysOf = (one: InMemorySync) => one.world.fake.files('public').map(({ network, id }) => ({ network, id }));
const prepare = (one: InMemorySync, ...operations: readonly BulkOperation[]) => one.planned(keysOf(one), operations);

/** How long the processor worked on it: the clock on the wall says more about what else runs here. */
async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe('a bulk edit of 10,000 files', () => {
  test('is planned and queued in little time, as one change set, and lets others have their turns', async () => {
    const one = await inMemorySync(10_000);
    let turns = 0;
    one.world.clock.onYield = () => void turns++;
    let plan: Awaited<ReturnType<typeof prepare>> | null = null;
    const planning = await processorMs(async () => void (plan = await prepare(one, setEnv)));
    expect(turns).toBeGreaterThanOrEqual(50);
    expect(plan!.planned).toHaveLength(10_000);
    const applied: NonNullable<ReturnType<InMemorySync['plans']['apply']>>[] = [];
    const queueing = await processorMs(() => void applied.push(one.plans.apply(plan!, one.accountRef)!));
    // Durable already, though the copy does not show it yet.
    expect(one.world.outbox.editIdsOfSet(applied[0]!.id)).toHaveLength(10_000);
    expect(one.world.shown(9_999)!.keyvalues).toEqual({ env: 'test' });
    turns = 0;
    await applied[0]!.show();
    expect(turns).toBeGreaterThanOrEqual(50);
    expect(one.world.shown(9_999)!.keyvalues).toEqual({ env: 'prod' });
    expect(one.slices.queries.set(applied[0]!.id, one.accountRef)).toMatchObject({
      title: 'Set env = prod on 10,000 files',
      files: 10_000,
      queued: 10_000,
    });
    expect(planning).toBeLessThan(3_000);
    expect(queueing).toBeLessThan(6_000);
  });

  test('shows what was edited meanwhile, and not what is older', async () => {
    const one = await inMemorySync(600);
    const plan = await prepare(one, setEnv);
    const { show } = one.plans.apply(plan, one.accountRef)!;
    one.world.clock.onYield = () => {
      one.world.clock.onYield = () => undefined;
      one.world.edit(600, { 'key:env': 'mine' });
    };
    await show();
    expect(one.world.shown(600)!.keyvalues).toEqual({ env: 'mine' });
  });
});

describe('a plan', () => {
  test('queues nothing until it is applied, and only once', async () => {
    const one = await inMemorySync(3);
    const before = one.rows();
    const plan = await prepare(one, setEnv);
    expect(one.rows()).toEqual(before);
    expect(one.plans.get(plan.planId)).toEqual(plan);
    expect(one.plans.apply(plan, one.accountRef)).toMatchObject({ files: 3 });
    expect(one.plans.get(plan.planId)).toBeNull();
  });

  test('lists the files that change, with what is shown and what will be', async () => {
    const one = await inMemorySync(3);
    one.world.edit(2, { 'key:env': 'prod' });
    one.world.edit(3, { name: 'new.txt' });
    const plan = await prepare(one, setEnv, { kind: 'addToName', prefix: '', suffix: '-1' });
    expect(plan.planned.map(({ name, changes }) => [name, changes.map(({ base, mine }) => [base, mine])])).toEqual([
      [
        'file 1',
        [
          ['file 1', 'file 1-1'],
          ['test', 'prod'],
        ],
      ],
      ['file 2', [['file 2', 'file 2-1']]],
      [
        'new.txt',
        [
          ['new.txt', 'new-1.txt'],
          ['test', 'prod'],
        ],
      ],
    ]);
    one.plans.apply(plan, one.accountRef);
    await one.world.push();
    expect(one.world.served(3)).toEqual({ name: 'new-1.txt', keyvalues: { env: 'prod' } });
  });

  test('leaves out files that cannot be, and says why', async () => {
    const one = await inMemorySync(2);
    const plan = await prepare(one, { kind: 'replaceInName', find: 'file 1', replacement: '', matchCase: true });
    expect(plan.planned).toMatchObject([
      { name: 'file 1', problem: { kind: 'text', field: 'name', problem: 'empty' } },
    ]);
    expect([plan.title, one.plans.apply(plan, one.accountRef)]).toEqual([
      'Replace “file 1” by “” in the names of 0 files',
      null,
    ]);
    const long = await prepare(one, { kind: 'setKey', key: 'a\tb', value: 'x' }, { kind: 'removeKey', key: 'env' });
    expect(long.planned.map(({ problem }) => problem)).toEqual([
      { kind: 'text', field: 'key:a\tb', problem: 'controlCharacter' },
      { kind: 'text', field: 'key:a\tb', problem: 'controlCharacter' },
    ]);
  });

  test('is kept where it cannot be written down, and nothing of it is queued', async () => {
    const full = new Error('the disk is full');
    const one = new InMemorySync({
      tables: (tables) => ({
        ...tables,
        outbox: {
          ...tables.outbox,
          enqueue: (...input) => {
            tables.outbox.enqueue(...input);
            throw full;
          },
        },
      }),
    });
    await one.files(2);
    const plan = await prepare(one, setEnv);
    const before = one.rows();
    expect(() => one.plans.apply(plan, one.accountRef)).toThrow(full);
    expect([one.plans.get(plan.planId), one.rows()]).toEqual([plan, before]);
  });

  test('starts from what was seen when it was made: news since then is a conflict', async () => {
    const one = await inMemorySync(1);
    const plan = await prepare(one, setEnv);
    one.world.fake.change('public', fakeId(1), { keyvalues: new Map([['env', 'theirs']]) });
    await one.world.copy();
    one.plans.apply(plan, one.accountRef);
    await one.world.push();
    expect(one.world.open(1)).toMatchObject([{ base: 'test', mine: 'prod', status: 'conflicted' }]);
  });

  test('is forgotten after four more', async () => {
    const one = await inMemorySync(1);
    for (let made = 0; made < 5; made++) await prepare(one, setEnv);
    expect([1, 2, 3, 4, 5].map((planId) => one.plans.get(planId)?.planId ?? null)).toEqual([null, 2, 3, 4, 5]);
  });

  test('leaves out files that are not in the copy, or stay as they are', async () => {
    const one = await inMemorySync(2);
    one.world.edit(1, { 'key:env': 'prod' });
    const plan = await one.planned([...keysOf(one), { network: 'public', id: fakeId(9) }], [setEnv]);
    expect(plan).toMatchObject({ files: 3, title: 'Set env = prod on 1 file', planned: [{ key: { id: fakeId(2) } }] });
  });
});

describe('what a page asks', () => {
  test('prepares a view but for a few, reads it by windows, and applies it with undo', async () => {
    const one = await inMemorySync(5);
    one.world.fake.put(fakeFile(6, { network: 'private' }));
    await one.world.copy();
    const ask = bulkHandlers(one.slices);
    const { id: connectionId } = one.world.connection;
    const selection = {
      kind: 'view' as const,
      query: aFileQuery({ network: 'public', sort: { column: 'name', descending: true } }),
      except: [{ network: 'public' as const, id: fakeId(2) }],
    };
    const number: BulkOperation = { kind: 'numberNames', stem: 'n', first: 1, digits: 1 };
    const prepared = await ask['bulk.prepare']({ connectionId, selection, operations: [number] });
    if (!prepared.ok) throw new Error(prepared.failure.kind);
    const { planId } = prepared.value;
    expect(prepared.value).toMatchObject({
      title: 'Rename 4 files to n{n}',
      files: 4,
      changed: 4,
      unfit: 0,
      problemCount: 0,
    });
    // In the order of the view, from wherever the page asks.
    expect(ask['bulk.window']({ planId, from: 1, to: 3 })).toMatchObject({
      ok: true,
      value: {
        rows: [
          { name: 'file 4', changes: [{ mine: 'n2' }] },
          { name: 'file 3', changes: [{ mine: 'n3' }] },
        ],
      },
    });
    expect(await ask['bulk.apply']({ planId })).toMatchObject({ ok: true, value: { files: 4 } });
    await one.world.queue.shown();
    expect([one.world.shown(5)!.name, one.world.shown(2)!.name, one.state[0]]).toEqual([
      'n1',
      'file 2',
      'Rename 4 files to n{n}',
    ]);
    for (const gone of [ask['bulk.apply']({ planId }), ask['bulk.window']({ planId, from: 0, to: 1 })]) {
      expect(await gone).toEqual({ ok: false, failure: { kind: 'notFound' } });
    }
  });
});
