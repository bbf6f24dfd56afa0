import { describe, expect, test } from 'vitest';
import { readFile, reread } from '../../../electron/sync/ingest/read-file.ts';
import { reconcileMissing } from '../../../electron/sync/ingest/reconcile-missing.ts';
import { noTraits, type ServiceTraits } from '../../../src/domain/connections/connection.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { FileKey } from '../../../src/domain/core/ids.ts';
import { fakeId } from '../../support/fake-service.ts';
import type { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing, malformed, noAnswer } from '../push/failures.ts';
import { worldOf } from '../push/world-of-files.ts';

const { signal } = new AbortController();
const checked = { checkedAtMs: 1, words: '404', requestId: null };
const keys = (...numbers: readonly number[]) =>
  numbers.map((number) => ({ network: 'public' as const, id: fakeId(number) }));
const read = (world: SyncWorld): ReturnType<typeof readFile> => readFile(world.of(1), world.ports, signal);
const isReadOf = (number: number) => (call: { name: string; input: readonly unknown[] }) =>
  call.name === 'readFile' && call.input[1] === fakeId(number);

async function knowing(traits: Partial<ServiceTraits>): Promise<SyncWorld> {
  const world = await worldOf(1);
  world.connection = { ...world.connection, learnt: { ...noTraits, ...traits } };
  return world;
}

describe('reading a file by its id', () => {
  test('is not tried again on a service that is known not to: an empty update answers instead', async () => {
    const world = await knowing({ readById: { kind: 'no', ...checked } });
    expect(await read(world)).toMatchObject({ ok: true });
    expect(world.asked).toEqual(['updateFile']);
  });

  test('that works is remembered once', async () => {
    const world = await knowing({});
    await read(world);
    const first = world.connection.learnt.readById;
    await world.clock.advance(1_000);
    await read(world);
    expect([first.kind, world.connection.learnt.readById]).toEqual(['yes', first]);
  });

  test.each<[string, RemoteFailure]>([
    ['broke', answered(500)],
    ['was refused', answered(400)],
    ['got no answer', noAnswer],
  ])('that %s puts nothing to find out where the service lists files', async (_how, failure) => {
    const world = await knowing({});
    world.fake.next('readFile', failing(failure));
    expect(await read(world)).toEqual({ ok: false, failure });
    expect(world.asked).toEqual(['readFile']);
  });

  test.each<[string, RemoteFailure, readonly string[]]>([
    ['was refused may be missing', answered(400), ['readFile', 'updateFile']],
    ['lacks a permission is not', answered(403), ['readFile']],
    ['meets a wrong token is not', answered(401), ['readFile']],
    ['got no answer is not', noAnswer, ['readFile']],
  ])('that %s on a service without lists', async (_how, failure, asked) => {
    const world = await knowing({ listing: { kind: 'no', ...checked } });
    world.fake.next('readFile', failing(failure));
    await read(world);
    expect(world.asked).toEqual(asked);
    expect(world.connection.learnt.readById.kind).toBe(asked.length > 1 ? 'no' : 'notChecked');
  });

  test('that worked once and is refused now is not taken for missing', async () => {
    const world = await knowing({ readById: { kind: 'yes', checkedAtMs: 1 }, listing: { kind: 'no', ...checked } });
    world.fake.next('readFile', failing(answered(400)));
    expect(await read(world)).toMatchObject({ ok: false });
    expect(world.asked).toEqual(['readFile']);
  });

  test.each<['yes' | 'notChecked', number]>([
    ['yes', 404],
    ['notChecked', 403],
  ])('(%s) that finds nothing, where the token may not update, is told by the status %i', async (kind, status) => {
    const world = await knowing({ readById: kind === 'yes' ? { kind, checkedAtMs: 1 } : { kind } });
    world.fake.next('readFile', failing(answered(404)));
    world.fake.next('updateFile', failing(answered(403)));
    expect(await read(world)).toMatchObject({ ok: false, failure: { status } });
  });
});

describe('reading files again', () => {
  const failingReads = (world: SyncWorld, failure: RemoteFailure, numbers: readonly number[]): void => {
    world.fake.faultOf = (call) => (numbers.some((number) => isReadOf(number)(call)) ? failing(failure) : null);
  };

  test('ends at the third in a row that cannot be read', async () => {
    const world = await worldOf(6);
    failingReads(world, malformed, [1, 2, 3, 4, 5]);
    expect(await reread(world.ports, keys(1, 2, 3, 4, 5, 6), null, signal)).toEqual({ ok: false, failure: malformed });
    expect(world.asked).toHaveLength(3);
  });

  test('goes on past failures that are not in a row', async () => {
    const world = await worldOf(6);
    failingReads(world, malformed, [1, 2, 4, 5]);
    expect(await reread(world.ports, keys(1, 2, 3, 4, 5, 6), null, signal)).toEqual({ ok: true, value: null });
    expect(world.asked).toHaveLength(6);
  });

  test('ends at the first that nothing else would get past', async () => {
    const world = await worldOf(3);
    failingReads(world, answered(429), [1]);
    expect(await reread(world.ports, keys(1, 2, 3), null, signal)).toMatchObject({ ok: false });
    expect(world.asked).toHaveLength(1);
  });

  test.each([401, 403])('ends at the first that this token may not read, which is no failure: %d', async (status) => {
    const world = await worldOf(3);
    failingReads(world, answered(status), [1]);
    expect(await reread(world.ports, keys(1, 2, 3), null, signal)).toEqual({ ok: true, value: null });
    expect(world.asked).toHaveLength(1);
  });

  test('that are gone marks what waits for them, held edits too, and removes the others from the copy', async () => {
    const world = await worldOf(3);
    const queued = world.edit(1, { name: 'mine' });
    const held = world.edit(1, { 'key:env': 'held' });
    world.queue.hold([held]);
    for (const number of [1, 2]) world.fake.remove('public', fakeId(number));
    world.announced.length = 0;
    expect(await reread(world.ports, keys(1, 2, 3), null, signal)).toEqual({ ok: true, value: null });
    expect([world.statusOf(queued), world.statusOf(held)]).toEqual(['gone', 'gone']);
    const refusal = { status: 404, message: 'no such file', requestId: null, atMs: world.clock.nowMs() };
    expect([world.words(queued), world.words(held)]).toEqual([refusal, refusal]);
    expect([world.marked(1), world.shown(2), world.shown(3)?.name]).toEqual(['gone', null, 'file 3']);
    expect(new Set(world.announced)).toEqual(new Set(['changes.changed', 'files.changed']));
  });

  test('that are gone leaves an edit refused that was refused before', async () => {
    const world = await worldOf(1);
    const refused = world.edit(1, { name: 'refused' });
    world.fake.next('updateFile', failing(answered(400)));
    await world.push();
    const queued = world.edit(1, { 'key:env': 'mine' });
    world.fake.remove('public', fakeId(1));
    await reread(world.ports, keys(1), null, signal);
    expect([world.statusOf(refused), world.statusOf(queued)]).toEqual(['refused', 'gone']);
  });

  test('shows what somebody else wrote, and keeps what they wrote over', async () => {
    const world = await worldOf(1);
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    await reread(world.ports, keys(1), null, signal);
    expect(world.shown(1)?.name).toBe('theirs');
    expect(world.history.list(world.of(1))).toContainEqual(expect.objectContaining({ field: 'name', value: 'file 1' }));
  });
});

describe('confirming files that a list no longer has', () => {
  const missing = (keys: readonly FileKey[], isListEmpty = false) => ({ keys, isListEmpty, oneSeen: () => null });
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number + 1);

  test('begins with those that have edits waiting', async () => {
    const world = await worldOf(4);
    world.edit(3, { name: 'mine' });
    await reconcileMissing({ ...world.ports, mustYield: () => false }, missing(keys(1, 2, 3, 4)), signal);
    expect(world.fake.calls.map(({ input }) => input[1])).toEqual([3, 1, 2, 4].map((number) => fakeId(number)));
  });

  test('leaves off where edits are to be sent', async () => {
    const world = await worldOf(3);
    const mustYield = (): boolean => world.asked.length === 2;
    const ended = await reconcileMissing({ ...world.ports, mustYield }, missing(keys(1, 2, 3)), signal);
    expect([ended, world.asked.length]).toEqual([{ ok: true, value: 'yielded' }, 2]);
  });

  test.each([
    ['an empty list', 2_500, true, 200],
    ['a list', 2_500, false, 2_000],
    ['a list', 450, false, 450],
  ])('after the scan of %s reads so many of %d that are all gone', async (_what, count, isListEmpty, read) => {
    const world = await worldOf(1);
    world.fake.hasReadById = true;
    const asked = { ...world.ports, mustYield: () => false };
    await reconcileMissing(asked, missing(keys(...numbers(count + 1).slice(1)), isListEmpty), signal);
    expect(world.asked.filter((name) => name === 'readFile')).toHaveLength(read);
  });

  test('goes on past two hundred only while all of them are gone', async () => {
    const world = await worldOf(450);
    for (const number of numbers(450)) if (number !== 300) world.fake.remove('public', fakeId(number));
    await reconcileMissing({ ...world.ports, mustYield: () => false }, missing(keys(...numbers(450))), signal);
    expect(world.asked.filter((name) => name === 'readFile')).toHaveLength(400);
  });
});
