import { describe, expect, test } from 'vitest';
import { bulkHandlers } from '../../../electron/ipc/changes/bulk-handlers.ts';
import type { PlannedFile } from '../../../src/domain/edits/bulk.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { aFileQuery } from '../../support/builders.ts';
import { InMemorySync } from '../in-memory-sync.ts';
import { normalising } from '../push/world-of-files.ts';

const selection = { kind: 'view' as const, query: aFileQuery(), except: [] };

async function exportedFrom(one: InMemorySync): Promise<string> {
  const ask = bulkHandlers(one.slices);
  const table = await ask['table.export']({ connectionId: one.world.connection.id, selection, format: 'csv' });
  if (!table.ok) throw new Error(table.failure.kind);
  return table.value.text;
}

/** Two files with `env: test`, and the handlers a page asks. */
async function exported() {
  const one = new InMemorySync();
  await one.files(2);
  const ask = bulkHandlers(one.slices);
  const { id: connectionId } = one.world.connection;
  return {
    one,
    text: await exportedFrom(one),
    /** Somebody else gives file 1 these values, and a pull sees it. */
    elsewhere: async (keyvalues: Record<string, string>, name = 'file 1') => {
      await one.world.clock.advance(60_000);
      one.world.fake.put(fakeFile(1, { name, keyvalues: new Map(Object.entries(keyvalues)) }));
      await one.world.pull();
    },
    plan: async (text: string, putsBack = false) => {
      const made = await ask['table.import']({ connectionId, format: 'csv', text, putsBack });
      if (!made.ok) throw new Error(made.failure.kind);
      const window = ask['bulk.window']({ planId: made.value.planId, from: 0, to: 10 });
      if (!window.ok) throw new Error(window.failure.kind);
      return { ...made.value, rows: window.value.rows };
    },
    apply: (planId: number) => ask['bulk.apply']({ planId }),
  };
}

const brief = ({ key, changes, outdated, problem }: PlannedFile) => ({
  file: key.id === fakeId(1) ? 1 : 2,
  changes: changes.map(({ field, mine }) => [field, mine]),
  outdated: outdated.map(({ field, base, mine }) => [field, base, mine]),
  problem: problem?.kind ?? null,
});

describe('a table that was exported before somebody else changed a file', () => {
  test('leaves the cells nobody touched out, and takes the edited ones', async () => {
    const { text, elsewhere, plan, apply, one } = await exported();
    await elsewhere({ env: 'theirs' });
    const made = await plan(text.replace('file 1', 'renamed'));
    expect(made.rows.map(brief)).toEqual([
      { file: 1, changes: [['name', 'renamed']], outdated: [['key:env', 'theirs', 'test']], problem: null },
    ]);
    expect([made.changed, made.unfit, made.outdated]).toEqual([1, 0, 1]);
    await apply(made.planId);
    await one.world.push();
    expect(one.world.served(1)).toEqual({ name: 'renamed', keyvalues: { env: 'theirs' } });
  });

  test('changes nothing where nothing was edited, and says which files it leaves out', async () => {
    const { text, elsewhere, plan } = await exported();
    await elsewhere({ env: 'theirs' });
    const made = await plan(text);
    expect(made.rows.map(brief)).toEqual([
      { file: 1, changes: [], outdated: [['key:env', 'theirs', 'test']], problem: 'outdated' },
    ]);
    expect([made.changed, made.unfit, made.outdated]).toEqual([0, 1, 1]);
  });

  test('puts the earlier values back where the person asks for it', async () => {
    const { text, elsewhere, plan, apply, one } = await exported();
    await elsewhere({ env: 'theirs' });
    const made = await plan(text, true);
    expect(made.rows.map(brief)).toEqual([{ file: 1, changes: [['key:env', 'test']], outdated: [], problem: null }]);
    await apply(made.planId);
    await one.world.push();
    expect(one.world.served(1)!.keyvalues).toEqual({ env: 'test' });
  });

  test('does not remove a key that was added since, or bring one back that was removed', async () => {
    const { one, elsewhere, plan, apply } = await exported();
    await elsewhere({ added: 'x' });
    const table = ['network,id,name,key:env,key:added', `public,${fakeId(1)},file 1,test,`].join('\r\n');
    const made = await plan(table);
    expect(made.rows.map(brief)).toEqual([
      {
        ...{ file: 1, changes: [], problem: 'outdated' },
        outdated: [
          ['key:env', null, 'test'],
          ['key:added', 'x', null],
        ],
      },
    ]);
    expect(await apply(made.planId)).toMatchObject({ ok: false });
    expect(one.world.open(1)).toEqual([]);
  });

  test('knows the earlier value after two changes, and when it was an edit of ours', async () => {
    const { one, elsewhere, plan } = await exported();
    one.changeFile(1, { 'key:env': 'ours' });
    await one.world.push();
    await elsewhere({ env: 'theirs' });
    await elsewhere({ env: 'theirs again' });
    for (const cell of ['ours', 'theirs']) {
      const made = await plan(['network,id,key:env', `public,${fakeId(1)},${cell}`].join('\r\n'));
      expect(made.rows.map(brief), cell).toMatchObject([{ outdated: [['key:env', 'theirs again', cell]] }]);
    }
  });

  test('knows the spelling in which the service saved an edit of ours', async () => {
    const { one, elsewhere, plan } = await exported();
    one.changeFile(1, { name: 'ours ' });
    normalising(one.world);
    await one.world.push();
    const text = await exportedFrom(one);
    await elsewhere({ env: 'test' }, 'theirs');
    const made = await plan(text);
    expect(made.rows.map(brief)).toMatchObject([{ file: 1, outdated: [['name', 'theirs', 'ours']] }]);
  });

  test('knows an edit that the person gave up for what somebody else wrote', async () => {
    const { one, elsewhere, plan } = await exported();
    const edit = one.changeFile(1, { 'key:env': 'ours' });
    const text = await exportedFrom(one);
    await elsewhere({ env: 'theirs' });
    one.world.queue.discard([edit]);
    const made = await plan(text);
    expect(made.rows.map(brief)).toMatchObject([{ file: 1, outdated: [['key:env', 'theirs', 'ours']] }]);
  });
});

describe('a value of an imported table is what the person asks for', () => {
  test('where it was never there before', async () => {
    const { elsewhere, plan, text } = await exported();
    await elsewhere({ env: 'theirs' });
    const made = await plan(text.replace('test', 'new'));
    expect(made.rows.map(brief)).toEqual([{ file: 1, changes: [['key:env', 'new']], outdated: [], problem: null }]);
  });

  test('where the value on the service is an own one', async () => {
    const { one, plan, text, elsewhere } = await exported();
    await elsewhere({ env: 'theirs' });
    one.changeFile(1, { 'key:env': 'ours' });
    await one.world.push();
    const made = await plan(text);
    expect(made.rows.map(brief)).toMatchObject([{ changes: [['key:env', 'test']], outdated: [] }]);
  });

  test('where the value on the service is an own one in the spelling of the service', async () => {
    const { one, plan, text } = await exported();
    normalising(one.world);
    one.changeFile(1, { 'key:env': 'ours ' });
    await one.world.push();
    expect(one.world.history.list(one.world.of(1))).toEqual([]);
    const made = await plan(text);
    expect(made.rows.map(brief)).toMatchObject([{ changes: [['key:env', 'test']], outdated: [] }]);
  });
});
