import { changeQueries } from '../../../electron/database/outbox/change-set-queries.ts';
import { fakeId } from '../../support/fake-service.ts';
import { answered, failing, notSent } from './failures.ts';
import { worldOf } from './world-of-files.ts';

/** Files whose names the person changed, each in a change set of its own. */
export async function edited(files: number, over: Parameters<typeof worldOf>[1] = {}) {
  const world = await worldOf(files, over);
  for (let number = 1; number <= files; number++) world.edit(number, { name: `mine ${number}` });
  return world;
}

export type World = Awaited<ReturnType<typeof edited>>;

export const logOf = (world: World) => world.sync.sync.replay;
export const endedCounts = (world: World) => logOf(world).ended?.counts;
/** What the outbox says of all files. */
export const countsOf = (world: World) =>
  changeQueries(world.outboxDb).fileCounts(world.connection.id, world.sync.sync.accountRef());
export const theirName = (world: World, ...numbers: readonly number[]) =>
  numbers.forEach((number) => world.fake.change('public', fakeId(number), { name: 'theirs' }));
export const theirKey = (world: World, ...numbers: readonly number[]) =>
  numbers.forEach((number) => world.fake.change('public', fakeId(number), { keyvalues: new Map([['env', 'theirs']]) }));
export const unreachable = (world: World) => void (world.fake.faultOf = () => failing(notSent));
export const reachable = (world: World) => void (world.fake.faultOf = () => null);
export const refusing = (world: World, ...numbers: readonly number[]) =>
  void (world.fake.faultOf = ({ name, input }) =>
    name === 'updateFile' && numbers.some((number) => fakeId(number) === input[1]) ? failing(answered(400)) : null);
