import { describe, expect, test } from 'vitest';
import { bulkHandlers } from '../../../electron/ipc/changes/bulk-handlers.ts';
import { planTable } from '../../../electron/sync/bulk/plan-table.ts';
import { fromCsv, fromJson } from '../../../electron/sync/bulk/table-format.ts';
import { MOST_TABLE_COLUMNS } from '../../../src/domain/core/csv.ts';
import { LONGEST_TEXT } from '../../../src/domain/core/text.ts';
import { MOST_TABLE_FILES } from '../../../src/domain/files/table-size.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { aFileQuery } from '../../support/builders.ts';
import { linesHere } from '../../support/lines-here.ts';
import { InMemorySync } from '../in-memory-sync.ts';

async function inMemorySync(files: number): Promise<InMemorySync> {
  const one = new InMemorySync();
  await one.files(files);
  return one;
}
async function read(one: InMemorySync, text: string, format: 'csv' | 'json' = 'csv') {
  const lines = linesHere(format === 'csv' ? fromCsv(text) : fromJson(text));
  const given = { lines, putsBack: false };
  const made = await planTable(one.plans, one.world.connection.id, given, new AbortController().signal);
  if (made?.ok !== true) throw new Error(made?.failure.kind);
  return made.value;
}
const rows = (...lines: readonly string[]): string => ['network,id,name,key:env', ...lines].join('\r\n');

describe('an edited table', () => {
  test('lists by line what cannot be used, and plans the rest', async () => {
    const one = await inMemorySync(3);
    const text = rows(
      `public,${fakeId(1)},file 1,prod`,
      `public,${fakeId(9)},x,y`,
      '',
      `public,${fakeId(1)},again,again`,
      'public,not an id,x,y',
      `private,${fakeId(2)},x,y`,
      `public,${fakeId(2)},a,b,c`,
      `public,${fakeId(3)},file 3,test`,
    );
    const plan = await read(one, text);
    expect(plan.problems.map(({ line, problem }) => [line, problem])).toEqual([
      [3, 'notInCopy'],
      [5, 'twice'],
      [6, 'noFileId'],
      [7, 'notInCopy'],
      [8, 'moreCells'],
    ]);
    expect(plan.planned).toMatchObject([{ key: { id: fakeId(1) }, changes: [{ base: 'test', mine: 'prod' }] }]);
    expect([plan.title, plan.files]).toEqual(['Import env from a table for 1 file', 7]);
  });

  test('changes nothing before it is applied, and then is one change set with undo', async () => {
    const one = await inMemorySync(2);
    const before = one.rows();
    const ask = bulkHandlers(one.slices);
    const { id: connectionId } = one.world.connection;
    const text = rows(`public,${fakeId(1)},renamed,`, `public,${fakeId(2)},file 2,=prod`);
    const imported = await ask['table.import']({ connectionId, format: 'csv', text, putsBack: false });
    if (!imported.ok) throw new Error(imported.failure.kind);
    expect([one.rows(), one.world.shown(1)!.name]).toEqual([before, 'file 1']);
    await ask['bulk.apply']({ planId: imported.value.planId });
    await one.world.queue.shown();
    expect(one.world.shown(1)).toEqual({ name: 'renamed', keyvalues: {} });
    expect(one.state).toEqual(['Import names, env from a table for 2 files', null]);
    await one.world.push();
    expect(one.world.served(2)).toEqual({ name: 'file 2', keyvalues: { env: '=prod' } });
  });

  test('holds cells to the limits of what may be typed', async () => {
    const one = await inMemorySync(4);
    const longest = 'x'.repeat(LONGEST_TEXT);
    const plan = await read(
      one,
      rows(
        `public,${fakeId(1)},file 1,${longest}`,
        `public,${fakeId(2)},file 2,${longest}x`,
        `public,${fakeId(3)},,test`,
        `public,${fakeId(4)},file 4,"two\r\nlines"`,
      ),
    );
    expect(plan.planned.map(({ problem }) => problem)).toEqual([
      null,
      { kind: 'text', field: 'key:env', problem: 'tooLong' },
      { kind: 'text', field: 'name', problem: 'empty' },
      { kind: 'text', field: 'key:env', problem: 'controlCharacter' },
    ]);
    expect(one.plans.apply(plan, one.accountRef)).toMatchObject({ files: 1 });
    expect([2, 3, 4].map((file) => one.world.open(file))).toEqual([[], [], []]);
  });

  test('that was only looked at changes nothing, on top of waiting edits too', async () => {
    const one = await inMemorySync(3);
    one.world.edit(1, { name: '=1+1', 'key:__proto__': 'x', 'key:env': null });
    one.world.edit(2, { 'key: a ': '' });
    const ask = bulkHandlers(one.slices);
    const { id: connectionId } = one.world.connection;
    const selection = { kind: 'view' as const, query: aFileQuery(), except: [] };
    for (const format of ['csv', 'json'] as const) {
      const exported = await ask['table.export']({ connectionId, selection, format });
      if (!exported.ok) throw new Error(exported.failure.kind);
      expect(exported.value.files).toBe(3);
      const plan = await read(one, exported.value.text, format);
      expect([plan.planned, plan.problems, plan.files]).toEqual([[], [], 3]);
    }
  });

  test('of more files than a table holds is refused with that number', async () => {
    const one = await inMemorySync(1);
    const chosen = () =>
      Array.from({ length: MOST_TABLE_FILES + 1 }, () => ({ network: 'public', id: fakeId(1) }) as const);
    const selection = { kind: 'view' as const, query: aFileQuery(), except: [] };
    const ask = bulkHandlers({ ...one.slices, chosen });
    const { id: connectionId } = one.world.connection;
    expect(await ask['table.export']({ connectionId, selection, format: 'csv' })).toEqual({
      ok: false,
      failure: { kind: 'tooMany', of: 'tableFiles', most: MOST_TABLE_FILES },
    });
  });

  test('that could not be brought back, for all its columns, is not written', async () => {
    const one = new InMemorySync();
    const keyvalues = new Map(Array.from({ length: MOST_TABLE_COLUMNS - 3 }, (_, at) => [`k${at}`, 'v']));
    one.world.fake.put(fakeFile(1, { keyvalues }));
    await one.world.copy();
    const ask = bulkHandlers(one.slices);
    const { id: connectionId } = one.world.connection;
    const selection = { kind: 'view' as const, query: aFileQuery(), except: [] };
    const table = async (format: 'csv' | 'json') => await ask['table.export']({ connectionId, selection, format });
    const refused = await table('csv');
    expect(refused.ok || refused.failure).toEqual({ kind: 'tooMany', of: 'tableColumns', most: MOST_TABLE_COLUMNS });
    const json = await table('json');
    expect(json.ok && fromJson(json.value.text)).toHaveLength(1);
  });

  test('of another kind is said to be unfit', async () => {
    const one = await inMemorySync(1);
    const { id: connectionId } = one.world.connection;
    const table = { format: 'csv', text: 'a,b\r\n1,2', putsBack: false } as const;
    const answer = await bulkHandlers(one.slices)['table.import']({ connectionId, ...table });
    expect(answer).toEqual({
      ok: false,
      failure: { kind: 'unfitText', why: { kind: 'noIdColumn' } },
    });
  });

  test('of thousands of lines lets others have their turns, and lists the first thousand problems', async () => {
    const one = await inMemorySync(1);
    let turns = 0;
    one.world.clock.onYield = () => void turns++;
    const lines = Array.from({ length: 2_000 }, (_, at) => `public,${fakeId(100 + at)},x,y`);
    const { id: connectionId } = one.world.connection;
    const text = rows(...lines);
    const answer = await bulkHandlers(one.slices)['table.import']({
      connectionId,
      format: 'csv',
      text,
      putsBack: false,
    });
    expect(turns).toBe(10);
    if (!answer.ok) throw new Error(answer.failure.kind);
    expect([answer.value.problems.length, answer.value.problemCount]).toEqual([1_000, 2_000]);
  });
});
