import { expect, test } from 'vitest';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { InMemorySync } from '../in-memory-sync.ts';
import { run } from './dry-runs.ts';

/** One file whose name and whose metadata wait, while somebody else has written both. */
async function aForeignValue(given: ConstructorParameters<typeof InMemorySync>[0]) {
  const one = new InMemorySync(given);
  one.world.fake.put(fakeFile(1, { keyvalues: new Map([['env', 'test']]) }));
  await one.world.copy();
  one.world.edit(1, { name: 'mine', 'key:env': 'mine' });
  one.world.fake.change('public', fakeId(1), { name: 'theirs', keyvalues: new Map([['env', 'theirs']]) });
  return one;
}

const merging = { ...noTraits, keyvaluesMode: 'merge' } as const;

test.each(['ask', 'serverWins'] as const)(
  'a dry run asks nothing and gives nothing away where edits overwrite without looking, whatever the rule (%s) says',
  async (conflictRule) => {
    const one = await aForeignValue({ connection: { readBeforeWrite: false, conflictRule, learnt: merging } });
    const { lines } = await run(one);
    await one.world.push();
    expect(one.world.served(1)).toMatchObject({ name: 'mine', keyvalues: { env: 'mine' } });
    expect(lines.map(({ verdict, fields }) => [verdict, fields.map(({ server }) => server)])).toEqual([
      ['wouldApply', ['theirs', 'theirs']],
    ]);
  },
);

test('a dry run follows the rule where an edit looks all the same, since its whole map has to go along', async () => {
  const one = await aForeignValue({ connection: { readBeforeWrite: false } });
  const { lines } = await run(one);
  await one.world.push();
  expect(one.world.served(1)).toMatchObject({ name: 'theirs', keyvalues: { env: 'theirs' } });
  expect(lines.map(({ verdict }) => verdict)).toEqual(['conflict']);
});

test('a dry run follows the rule where the copy shows already what somebody else wrote', async () => {
  const one = await aForeignValue({ connection: { readBeforeWrite: false, learnt: merging } });
  await one.world.pull();
  const { lines } = await run(one);
  await one.world.push();
  expect(one.world.served(1)).toMatchObject({ name: 'theirs' });
  expect(lines.flatMap(({ verdict }) => verdict).filter((verdict) => verdict === 'wouldApply')).toEqual([]);
});
