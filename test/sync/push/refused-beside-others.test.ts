import { describe, expect, test } from 'vitest';
import type { EditId } from '../../../src/domain/core/ids.ts';
import { fakeId } from '../../support/fake-service.ts';
import { answered, failing } from './failures.ts';
import { worldOf } from './world-of-files.ts';

type World = Awaited<ReturnType<typeof worldOf>>;

const MINUTE = 60_000;
/** How many tries each answer takes until it is a refusal. */
const triesUntilRefused = { 403: 1, 409: 5, 412: 5, 422: 1, 500: 8 } as const;
type Status = keyof typeof triesUntilRefused;
const statuses = [403, 409, 412, 422, 500] as const satisfies readonly Status[];

/** Every update of the first file that carries this is answered with the status; other files get through. */
function refusing(world: World, part: string, status: Status): void {
  world.fake.faultOf = ({ name, input }) =>
    name === 'updateFile' && input[1] === fakeId(1) && String(input[2]).includes(part)
      ? failing(answered(status, { message: `no ${part}` }))
      : null;
}

const numberOfUpdates = (world: World): number =>
  world.fake.calls.filter(({ name, input }) => name === 'updateFile' && input[1] === fakeId(1)).length;

/** Sends until the answers are a refusal, with `act` while the last update is on its way. */
async function refusedWhile(world: World, status: Status, act: () => void): Promise<void> {
  const { fake } = world;
  const update = fake.updateFile.bind(fake);
  fake.updateFile = (...input) => {
    const answer = update(...input);
    if (input[1] === fakeId(1) && numberOfUpdates(world) === triesUntilRefused[status]) act();
    return answer;
  };
  for (let tries = 1; tries <= triesUntilRefused[status]; tries++) await tryAgain(world);
  fake.updateFile = update;
}

async function tryAgain(world: World): Promise<void> {
  world.edit(2, { name: `other ${world.clock.nowMs()}` });
  await world.push();
  await world.clock.advance(6 * MINUTE);
}

const words = (world: World, ...edits: readonly EditId[]) => edits.map((edit) => world.words(edit)?.message ?? null);

describe.each(statuses)('an update that is refused (%i) while the person', (status) => {
  test('asks for another field says nothing of that field, which waits behind it and is tried by itself', async () => {
    const world = await worldOf(2);
    refusing(world, '"name"', status);
    const first = world.edit(1, { name: 'mine' });
    const later: EditId[] = [];
    await refusedWhile(world, status, () => void later.push(world.edit(1, { 'key:env': 'prod' })));
    expect(world.open(1).map((one) => [one.field, one.status])).toEqual([
      ['name', 'refused'],
      ['key:env', 'queued'],
    ]);
    expect(words(world, first, ...later)).toEqual(['no "name"', null]);
    world.queue.discard([first]);
    await tryAgain(world);
    expect([world.open(1), world.served(1)]).toEqual([[], { name: 'file 1', keyvalues: { env: 'prod' } }]);
  });

  test('asks for another field leaves each of the two its own words and its ways out', async () => {
    const world = await worldOf(2);
    refusing(world, 'name', status);
    const first = world.edit(1, { name: 'mine' });
    const later: EditId[] = [];
    await refusedWhile(world, status, () => void later.push(world.edit(1, { 'key:env': 'prod' })));
    const firstWords = words(world, first);
    refusing(world, 'env', status);
    world.queue.discard([first]);
    for (let tries = 1; tries <= triesUntilRefused[status]; tries++) await tryAgain(world);
    expect([...firstWords, ...words(world, ...later)]).toEqual(['no name', 'no env']);
    world.fake.faultOf = () => null;
    world.queue.retry(later);
    await tryAgain(world);
    expect([world.open(1), world.served(1)]).toEqual([[], { name: 'file 1', keyvalues: { env: 'prod' } }]);
  });

  test('asks for another value gives way to that one', async () => {
    const world = await worldOf(2);
    refusing(world, 'mine', status);
    const first = world.edit(1, { name: 'mine' });
    await refusedWhile(world, status, () => void world.edit(1, { name: 'better' }));
    await tryAgain(world);
    expect([world.statusOf(first), world.open(1), world.served(1)?.name]).toEqual(['discarded', [], 'better']);
  });
});

// A release lets the file's tries begin anew, so that only one answer decides here.
describe.each([403, 422] as const)('an update that is refused at once (%i) while the person', (status) => {
  test('releases an older edit says nothing of that one either', async () => {
    const world = await worldOf(2);
    refusing(world, '"name"', status);
    const held = world.edit(1, { 'key:env': 'prod' });
    world.queue.hold([held]);
    const sent = world.edit(1, { name: 'mine' });
    await refusedWhile(world, status, () => world.queue.release([held]));
    expect([world.statusOf(held), world.statusOf(sent)]).toEqual(['queued', 'refused']);
    expect(words(world, held, sent)).toEqual([null, 'no "name"']);
    world.queue.discard([sent]);
    await tryAgain(world);
    expect([world.open(1), world.served(1)]).toEqual([[], { name: 'file 1', keyvalues: { env: 'prod' } }]);
  });

  test('releases an older value of the field keeps both, and sends the released one once it was decided', async () => {
    const world = await worldOf(2);
    refusing(world, 'mine', status);
    const held = world.edit(1, { name: 'older' });
    world.queue.hold([held]);
    const sent = world.edit(1, { name: 'mine' });
    await refusedWhile(world, status, () => world.queue.release([held]));
    expect([world.statusOf(held), world.statusOf(sent), ...words(world, held)]).toEqual(['queued', 'refused', null]);
    world.queue.discard([sent]);
    await tryAgain(world);
    expect([world.open(1), world.served(1)?.name]).toEqual([[], 'older']);
  });
});
