import { describe, expect, test } from 'vitest';
import { BulkPlans } from '../../../electron/sync/bulk/bulk-plans.ts';
import { planTable } from '../../../electron/sync/bulk/plan-table.ts';
import { fromCsv } from '../../../electron/sync/bulk/table-format.ts';
import type { BulkOperation, PlanProblem } from '../../../src/domain/edits/bulk.ts';
import { noLimits, type ServiceLimits } from '../../../src/domain/service/service-limits.ts';
import { fakeId } from '../../support/fake-service.ts';
import { linesHere } from '../../support/lines-here.ts';
import { InMemorySync } from '../in-memory-sync.ts';

/** A service that was seen to refuse a record with two pairs. Its files have one pair each. */
const twoPairsRefused: ServiceLimits = { ...noLimits, refused: { ...noLimits.refused, pairs: 2 } };
const tooMany: PlanProblem = { kind: 'limit', limit: { measure: 'pairs', size: 2, refused: 2 } };
const setTier: BulkOperation = { kind: 'setKey', key: 'tier', value: 'gold' };

async function planning(files: number) {
  const sync = new InMemorySync();
  const keys = await sync.files(files);
  const { tables, queue, clock, connection } = sync.world;
  const plans = new BulkPlans({
    ...{ ...tables, queue, clock, accountRef: () => sync.accountRef, limits: () => twoPairsRefused },
  });
  const problems = async (...operations: readonly BulkOperation[]) => {
    const made = await plans.prepareBulk(connection.id, keys, operations);
    if (!made.ok) throw new Error(made.failure.kind);
    return { problems: made.value.planned.map(({ problem }) => problem), title: made.value.title };
  };
  return { sync, plans, problems };
}

describe('what a service is known to refuse', () => {
  test('is said of each file that would become it, and the title counts the others', async () => {
    const { problems, sync } = await planning(2);
    sync.world.edit(2, { 'key:env': null });
    expect(await problems(setTier)).toEqual({ problems: [tooMany, null], title: 'Set tier = gold on 1 file' });
  });

  test('is told from all the changes of a file together', async () => {
    const { problems } = await planning(1);
    expect((await problems(setTier, { kind: 'removeKey', key: 'env' })).problems).toEqual([null]);
  });

  test('is no limit any more once a file of the plan has it, also one that stays as it is', async () => {
    const { problems, sync } = await planning(2);
    const keyvalues = new Map([
      ['env', 'test'],
      ['tier', 'gold'],
    ]);
    sync.world.fake.change('public', fakeId(2), { keyvalues });
    await sync.world.copy();
    expect((await problems(setTier)).problems).toEqual([null]);
  });

  test('is said after what is wrong with a text itself', async () => {
    const { problems } = await planning(1);
    expect((await problems({ ...setTier, value: 'a\tb' })).problems).toEqual([
      { kind: 'text', field: 'key:tier', problem: 'controlCharacter' },
    ]);
  });

  test('is said of the lines of a table too, whose title names only what can be', async () => {
    const { plans, sync } = await planning(2);
    const text = `id,name,key:tier\n${fakeId(1)},new,\n${fakeId(2)},file 2,gold`;
    const { signal } = new AbortController();
    const given = { lines: linesHere(fromCsv(text)), putsBack: false };
    const made = await planTable(plans, sync.world.connection.id, given, signal);
    expect(made).toMatchObject({
      ok: true,
      value: {
        planned: [{ problem: null }, { problem: tooMany }],
        title: 'Import names from a table for 1 file',
        problemCount: 0,
      },
    });
  });
});

test('a table that is given up while it is planned leaves no plan', async () => {
  const { plans, sync } = await planning(1);
  const lines = linesHere(fromCsv(`id,name\n${fakeId(1)},new`));
  expect(await planTable(plans, sync.world.connection.id, { lines, putsBack: false }, AbortSignal.abort())).toBeNull();
  expect(plans.get(1)).toBeNull();
});
