import { expect, test } from 'vitest';
import { fakeId } from '../../support/fake-service.ts';
import { answered, failing, notSent } from './failures.ts';
import { worldOf } from './world-of-files.ts';

async function edited(files: number) {
  const world = await worldOf(files);
  for (let number = 1; number <= files; number++) world.edit(number, { name: `mine ${number}` });
  return world;
}

test('a replay counts its files by what became of them', async () => {
  const world = await edited(12);
  world.fake.change('public', fakeId(1), { name: 'theirs' });
  world.fake.change('public', fakeId(2), { keyvalues: new Map([['env', 'theirs']]) });
  world.fake.faultOf = ({ name, input }) =>
    name === 'updateFile' && [fakeId(3), fakeId(4)].some((id) => id === input[1]) ? failing(answered(400)) : null;
  await world.push();
  expect(world.sync.sync.replay.current).toBeNull();
  expect(world.sync.sync.replay.ended).toMatchObject({
    counts: { onServer: 8, combined: 1, needsYou: 1, refused: 2, gone: 0 },
    reasons: 1,
  });
});

test('a replay that the network interrupts goes on with the next round', async () => {
  const world = await edited(12);
  let sent = 0;
  world.fake.faultOf = ({ name }) => (name === 'updateFile' && ++sent > 6 ? failing(notSent) : null);
  await world.push();
  const { replay } = world.sync.sync;
  expect(replay.current).toMatchObject({ endedAtMs: null, counts: { onServer: 6 } });
  expect(replay.ended).toBeNull();
  world.fake.faultOf = () => null;
  await world.push();
  expect(replay.ended).toMatchObject({ counts: { onServer: 12 } });
});

test('a send of few files leaves the last replay of many as it is', async () => {
  const world = await edited(12);
  await world.push();
  const { ended } = world.sync.sync.replay;
  world.edit(1, { name: 'once more' });
  await world.push();
  expect(world.sync.sync.replay.ended).toEqual(ended);
});
