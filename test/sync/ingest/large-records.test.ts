import { expect, test } from 'vitest';
import { MOST_PAIRS } from '../../../electron/database/mirror/mirror.ts';
import { applyListedPage } from '../../../electron/sync/ingest/apply-remote-record.ts';
import { reread } from '../../../electron/sync/ingest/read-file.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

const PAIRS = MOST_PAIRS * 2 + 1;
const valuesOf = (value: string) => new Map(Array.from({ length: PAIRS }, (_, at) => [`key ${at}`, value]));
const signal = new AbortController().signal;

/** A copied file of thousands of pairs, which somebody else then changes. */
async function changedByOthers() {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1, { keyvalues: valuesOf('mine') }), fakeFile(2));
  await world.copy();
  world.fake.change('public', fakeId(1), { keyvalues: valuesOf('theirs') });
  return world;
}

/** How many pairs the lists show with the new value, at every pause. */
function pairsAtPauses(world: SyncWorld): number[] {
  const shown: number[] = [];
  world.clock.onYield = () =>
    void shown.push(Object.values(world.shown(1)!.keyvalues).filter((value) => value === 'theirs').length);
  return shown;
}

const reading = {
  'a list': (world: SyncWorld) => world.pull(),
  'a read by id': (world: SyncWorld) => reread(world.ports, [{ network: 'public', id: fakeId(1) }], null, signal),
};

for (const [source, read] of Object.entries(reading)) {
  test(`thousands of values that others changed come by parts from ${source}, and messages in between`, async () => {
    const world = await changedByOthers();
    const shown = pairsAtPauses(world);
    expect(await read(world)).toMatchObject({ ok: true });
    expect([...new Set(shown)].filter((pairs) => pairs > 0 && pairs < PAIRS)).toEqual([MOST_PAIRS, 2 * MOST_PAIRS]);
    expect(world.shown(1)).toEqual(world.replayed(1));
    expect(world.shown(1)?.keyvalues['key 0']).toBe('theirs');
  });

  test(`what others changed is told once, however many parts ${source} is taken by`, async () => {
    const world = await changedByOthers();
    await read(world);
    const ofOneKey = world.history.list(world.of(1)).filter(({ field }) => field === `key:key ${PAIRS - 1}`);
    expect(ofOneKey.map(({ value }) => value)).toEqual(['theirs', 'mine']);
  });
}

test('an edit that is made between two parts is shown on top of all of them', async () => {
  const world = await changedByOthers();
  let edits = 0;
  world.clock.onYield = () => {
    const isBetween = world.shown(1)?.keyvalues['key 0'] === 'theirs' && edits === 0;
    if (isBetween) edits = world.edit(1, { 'key:key 1': 'edited', name: 'renamed' }) === null ? 0 : 1;
  };
  await world.pull();
  expect(edits).toBe(1);
  expect(world.shown(1)).toEqual(world.replayed(1));
  expect(world.shown(1)).toMatchObject({ name: 'renamed', keyvalues: { 'key 0': 'theirs', 'key 1': 'edited' } });
});

test('an update of ours that is answered between two parts is newer than the list', async () => {
  const world = await changedByOthers();
  world.clock.onYield = () => {
    if (world.shown(1)?.keyvalues['key 0'] !== 'theirs' || world.outbox.settled(world.of(1)) !== null) return;
    world.fake.change('public', fakeId(1), { keyvalues: valuesOf('newest') });
    const settlement = { requestSeq: world.outbox.nextRequestSeq(), settledAtMs: world.clock.nowMs() };
    world.outbox.settle(world.of(1), '{}', settlement);
  };
  await world.pull();
  expect(world.shown(1)).toEqual(world.replayed(1));
  expect(world.shown(1)?.keyvalues['key 0']).toBe('newest');
});

test('a page that has one file twice, each time with thousands of other values, comes to an end with the last', async () => {
  const world = await changedByOthers();
  const read = async () => {
    const answer = await world.fake.readFile('public', fakeId(1), signal);
    return answer.ok ? [answer.value] : [];
  };
  const theirs = await read();
  world.fake.change('public', fakeId(1), { keyvalues: valuesOf('last') });
  const files = [...theirs, ...(await read())];
  await applyListedPage(world.ports, { files, scanId: null, requestSeq: world.outbox.nextRequestSeq() });
  expect(files).toHaveLength(2);
  expect(new Set(Object.values(world.shown(1)!.keyvalues))).toEqual(new Set(['last']));
});
