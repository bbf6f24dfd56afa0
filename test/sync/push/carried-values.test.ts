import { expect, test } from 'vitest';
import { IN_FLIGHT_WINDOW_MS, VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import type { MetadataMode } from '../../../src/domain/service/metadata-mode.ts';
import { fakeId } from '../../support/fake-service.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { at, inMemorySync } from './overtaken.ts';

/** An update changes `more`, and one that follows it changes `env`, which had somebody else's value "test". */
const twoUpdates = async (mode: MetadataMode, apartMs?: number): Promise<InMemorySync> =>
  updated(await inMemorySync(), mode, apartMs);

async function updated(one: InMemorySync, mode: MetadataMode, apartMs = 1_000): Promise<InMemorySync> {
  const { connection } = one.world;
  one.world.connection = { ...connection, learnt: { ...connection.learnt, keyvaluesMode: mode } };
  one.changeFile(1, { 'key:more': 'first' });
  await one.world.push();
  await at(one, apartMs);
  one.changeFile(1, { 'key:env': 'newer' });
  await one.world.push();
  expect(one.world.served(1)!.keyvalues).toEqual({ env: 'newer', more: 'first' });
  return one;
}

const hasCheck = ({ world, accountRef }: InMemorySync): boolean =>
  world.outbox.nextCheckMs(world.connection.id, accountRef) !== null;

/** `env` has its former value again: the first update came twice, or somebody else has written it. */
async function changedBack(one: InMemorySync, env = 'test'): Promise<void> {
  one.world.fake.change('public', fakeId(1), {
    keyvalues: new Map([
      ['env', env],
      ['more', 'first'],
    ]),
  });
  one.world.outbox.scheduleCheck(one.world.of(1), one.accountRef, one.world.clock.nowMs());
  await at(one, VERIFY_AFTER_MS);
  await one.world.push();
}

const asked = [{ field: 'key:env', base: 'newer', mine: 'newer', status: 'conflicted' }];

test.each(['unknown', 'replace'] as const)(
  'a value that an older update carried along may lie on a newer one, so the file is read again (%s)',
  async (mode) => {
    expect(hasCheck(await twoUpdates(mode))).toBe(true);
  },
);

test('a carried value on top of a newer one may be anybody’s: the person is asked, and nothing is written', async () => {
  const one = await twoUpdates('replace');
  await changedBack(one);
  expect(one.world.open(1)).toEqual(asked);
  expect(one.world.served(1)!.keyvalues).toEqual({ env: 'test', more: 'first' });
});

test('a carried value is asked about once', async () => {
  const one = await twoUpdates('replace');
  await changedBack(one);
  const [edit] = one.world.outbox.openEdits(one.world.of(1));
  one.world.queue.discard([edit!.id]);
  await changedBack(one);
  expect(one.world.open(1)).toEqual([]);
});

test('a value is somebody else’s when the update that carried it could no longer come', async () => {
  const one = await twoUpdates('replace', IN_FLIGHT_WINDOW_MS + 1);
  expect(hasCheck(one)).toBe(false);
  await changedBack(one);
  expect(one.world.open(1)).toEqual([]);
});

test('an update of a service that merges carries nothing', async () => {
  const one = await twoUpdates('merge');
  expect(hasCheck(one)).toBe(false);
  await changedBack(one);
  expect(one.world.open(1)).toEqual([]);
});

test.each(['mineWins', 'serverWins'] as const)(
  'nobody is asked where the rule is %s, so nothing is put right',
  async (rule) => {
    const one = await inMemorySync();
    one.world.connection = { ...one.world.connection, conflictRule: rule };
    await changedBack(await updated(one, 'replace'));
    expect(one.world.open(1)).toEqual([]);
    expect(one.world.served(1)!.keyvalues).toEqual({ env: 'test', more: 'first' });
  },
);

test.each(['mineWins', 'serverWins'] as const)(
  'an older value of one’s own that an update carried along is put right as often as it may land, whatever the rule (%s)',
  async (rule) => {
    const one = await inMemorySync();
    one.world.connection = { ...one.world.connection, conflictRule: rule };
    one.changeFile(1, { 'key:env': 'older' });
    await one.world.push();
    await updated(one, 'replace');
    const ends: unknown[] = [];
    for (let landing = 0; landing < 3; landing++) {
      await changedBack(one, 'older');
      await one.world.push();
      ends.push(one.world.served(1)!.keyvalues['env']);
    }
    expect(ends).toEqual(['newer', 'newer', 'older']);
  },
);

test.each(['mineWins', 'serverWins'] as const)(
  'so is an older value that the person wanted and found there, which no update of theirs wrote (%s)',
  async (rule) => {
    const one = await inMemorySync();
    one.world.connection = { ...one.world.connection, conflictRule: rule };
    one.world.fake.change('public', fakeId(1), { keyvalues: new Map([['env', 'found']]) });
    one.changeFile(1, { 'key:env': 'found' });
    await one.world.push();
    expect(one.world.outbox.keptEdits(one.world.of(1)).at(-1)?.changes).toMatchObject([{ settlement: 'alreadyThere' }]);
    await updated(one, 'replace');
    const ends: unknown[] = [];
    for (let landing = 0; landing < 2; landing++) {
      await changedBack(one, 'found');
      await one.world.push();
      ends.push(one.world.served(1)!.keyvalues['env']);
    }
    expect(ends).toEqual(['newer', 'found']);
  },
);
