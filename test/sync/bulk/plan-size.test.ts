import { describe, expect, test } from 'vitest';
import type { BulkOperation } from '../../../src/domain/edits/bulk.ts';
import { estimatedPlanBytes, LARGEST_PLAN_BYTES } from '../../../src/domain/edits/plan-size.ts';
import { noLimits } from '../../../src/domain/service/service-limits.ts';
import { BulkPlans } from '../../../electron/sync/bulk/bulk-plans.ts';
import { planTable } from '../../../electron/sync/bulk/plan-table.ts';
import { fromCsv } from '../../../electron/sync/bulk/table-format.ts';
import { bulkHandlers } from '../../../electron/ipc/changes/bulk-handlers.ts';
import { aFileQuery } from '../../support/builders.ts';
import { fakeId } from '../../support/fake-service.ts';
import { linesHere } from '../../support/lines-here.ts';
import { InMemorySync } from '../in-memory-sync.ts';

async function inMemorySync(files: number): Promise<InMemorySync> {
  const one = new InMemorySync();
  await one.files(files);
  return one;
}

/** Plans over the same tables that may be this large. */
const smallPlans = ({ world, accountRef }: InMemorySync, largestPlanBytes: number): BulkPlans =>
  new BulkPlans({
    ...{ ...world.tables, queue: world.queue, clock: world.clock },
    ...{ accountRef: () => accountRef, limits: () => noLimits, largestPlanBytes },
  });

const longText = 'x'.repeat(10_000);
/** What the hostile page asked for: 50 steps that write 10,000 characters each. */
const fiftyLongSteps: readonly BulkOperation[] = Array.from({ length: 50 }, (_, at) => ({
  kind: 'setKey',
  key: `key ${at}`,
  value: longText,
}));

const keysOf = (files: number) =>
  Array.from({ length: files }, (_, at) => ({ network: 'public' as const, id: fakeId(at + 1) }));

describe('a plan that would fill the memory', () => {
  test('is refused before it looks at a file, with its size, its files and the limit', async () => {
    const one = await inMemorySync(1);
    const connectionId = one.world.connection.id;
    one.plans.records = () => {
      throw new Error('a file was looked at');
    };
    const refused = await one.plans.prepareBulk(connectionId, keysOf(10_000), fiftyLongSteps);
    const sizeBytes = estimatedPlanBytes(fiftyLongSteps, 10_000);
    expect(sizeBytes).toBeGreaterThan(10_000_000_000);
    expect(refused).toEqual({
      ok: false,
      failure: { kind: 'planTooLarge', files: 10_000, sizeBytes, mostBytes: LARGEST_PLAN_BYTES },
    });
  });

  test('is refused as an answer to the page, and nothing is queued', async () => {
    const one = await inMemorySync(500);
    const ask = bulkHandlers(one.slices);
    const selection = { kind: 'view' as const, query: aFileQuery(), except: [] };
    const { id: connectionId } = one.world.connection;
    expect(await ask['bulk.prepare']({ connectionId, selection, operations: [...fiftyLongSteps] })).toMatchObject({
      ok: false,
      failure: { kind: 'planTooLarge', files: 500 },
    });
    expect(one.rows()).toEqual((await inMemorySync(500)).rows());
  });

  test('may have as many files as there are, with a short text in each', () => {
    const short: readonly BulkOperation[] = [{ kind: 'setKey', key: 'project', value: 'aurora borealis' }];
    expect(estimatedPlanBytes(short, 600_000)).toBeLessThan(LARGEST_PLAN_BYTES);
  });

  test('is refused as soon as the texts of the files themselves are too long, which no step says', async () => {
    const one = await inMemorySync(300);
    const plans = smallPlans(one, 200_000);
    for (const { id } of keysOf(300)) one.world.fake.change('public', id, { name: 'n'.repeat(5_000) });
    await one.world.copy();
    const wanted: readonly BulkOperation[] = [{ kind: 'addToName', prefix: 'a', suffix: '' }];
    const refused = await plans.prepareBulk(one.world.connection.id, keysOf(300), wanted);
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'planTooLarge', files: 100 } });
  });

  test('is refused for a table too', async () => {
    const one = await inMemorySync(300);
    const text = ['network,id,name', ...keysOf(300).map(({ id }) => `public,${id},${'n'.repeat(5_000)}`)].join('\n');
    const { signal } = new AbortController();
    const lines = linesHere(fromCsv(text));
    const refused = await planTable(
      smallPlans(one, 200_000),
      one.world.connection.id,
      { lines, putsBack: false },
      signal,
    );
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'planTooLarge' } });
  });
});

test('steps that multiply a name end at a length that fits, and the file is left out', async () => {
  const one = await inMemorySync(1);
  const multiply: BulkOperation = {
    kind: 'replaceInName',
    find: 'e',
    replacement: 'e'.repeat(10_000),
    matchCase: true,
  };
  const { planned } = await one.planned(
    keysOf(1),
    Array.from({ length: 50 }, () => multiply),
  );
  expect(planned.map(({ problem }) => problem)).toEqual([{ kind: 'text', field: 'name', problem: 'tooLong' }]);
  expect(planned[0]!.changes[0]!.mine!.length).toBeLessThan(200_000);
});

test('plans that do not fit into the memory together are not all kept', async () => {
  const one = await inMemorySync(100);
  const plans = smallPlans(one, 60_000);
  const steps: readonly BulkOperation[] = [{ kind: 'setKey', key: 'a', value: 'b' }];
  const first = await plans.prepareBulk(one.world.connection.id, keysOf(100), steps);
  const second = await plans.prepareBulk(one.world.connection.id, keysOf(100), steps);
  if (!first.ok || !second.ok) throw new Error('Each of them fits');
  expect([plans.get(first.value.planId), plans.get(second.value.planId)?.planned.length]).toEqual([null, 100]);
});

test('plans are kept as long as they fit together, and the newest whatever its size', async () => {
  const one = await inMemorySync(0);
  const plans = smallPlans(one, 100);
  const empty = {
    connectionId: one.world.connection.id,
    accountRef: one.accountRef,
    title: '',
    files: 0,
    planned: [],
    problems: [],
    problemCount: 0,
  };
  const keep = (sizeBytes: number): number => plans.keep({ ...empty, sizeBytes }).planId;
  const kept = (...planIds: readonly number[]): readonly boolean[] => planIds.map((id) => plans.get(id) !== null);
  expect([keep(50), keep(50), ...kept(1, 2)]).toEqual([1, 2, true, true]);
  expect([keep(1), ...kept(1, 2, 3)]).toEqual([3, false, true, true]);
  expect([keep(101), ...kept(2, 3, 4)]).toEqual([4, false, false, true]);
});

test('a window of a plan shows long texts cut, and the plan queues them whole', async () => {
  const one = await inMemorySync(1);
  const whole = `${'n'.repeat(50_000)}.png`;
  one.world.fake.change('public', fakeId(1), { name: whole });
  await one.world.copy();
  const { planId, planned } = await one.planned(keysOf(1), [{ kind: 'numberNames', stem: 'a', first: 1, digits: 1 }]);
  const answered = bulkHandlers(one.slices)['bulk.window']({ planId, from: 0, to: 1 });
  if (!answered.ok) throw new Error(answered.failure.kind);
  const [row] = answered.value.rows;
  expect([row!.name!.length, row!.changes[0]!.base!.length]).toEqual([10_000, 10_000]);
  expect(planned[0]!.changes).toEqual([{ field: 'name', base: whole, mine: 'a1.png' }]);
});
