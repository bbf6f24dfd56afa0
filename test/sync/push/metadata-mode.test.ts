import { describe, expect, test } from 'vitest';
import { type ConflictRule, noTraits } from '../../../src/domain/connections/connection.ts';
import type { MetadataMode } from '../../../src/domain/service/metadata-mode.ts';
import { fakeFile, fakeId, type FakeMode } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, applying, failing, noAnswer } from './failures.ts';

const pairs = new Map<string, unknown>([
  ['env', 'test'],
  ['size', 5],
  ['nested', { deep: [true] }],
]);

async function worldOf(mode: FakeMode, known: MetadataMode = 'unknown', conflictRule: ConflictRule = 'ask') {
  const world = new SyncWorld({ connection: { conflictRule, learnt: { ...noTraits, keyvaluesMode: known } } });
  world.fake.mode = mode;
  world.fake.put(fakeFile(1, { keyvalues: pairs }));
  await world.copy();
  return world;
}

const learnt = ({ connection }: SyncWorld) => ({
  mode: connection.learnt.keyvaluesMode,
  because: connection.learnt.modeEvidence,
});

const cannotRemove = 'This service cannot remove a key ("env")';

describe('while it is unknown how the service treats metadata', () => {
  test.each<FakeMode>(['merge', 'mergeWithoutRemoval', 'replace'])(
    'everything just read goes along unchanged, and nothing is lost under %s',
    async (mode) => {
      const world = await worldOf(mode);
      world.edit(1, { 'key:env': 'prod' });
      await world.push();
      expect(world.sent).toEqual([{ keyvalues: { env: 'prod', size: 5, nested: { deep: [true] } } }]);
      expect(world.served(1)!.keyvalues).toEqual({ env: 'prod', size: 5, nested: { deep: [true] } });
      expect(learnt(world)).toEqual({ mode: 'unknown', because: null });
    },
  );

  test('a name goes alone', async () => {
    const world = await worldOf('replace');
    world.edit(1, { name: 'mine' });
    await world.push();
    expect(world.sent).toEqual([{ name: 'mine' }]);
    expect(world.served(1)!.keyvalues).toEqual(Object.fromEntries(pairs));
  });

  test('what somebody else added a moment ago goes along as well', async () => {
    const world = await worldOf('replace');
    world.edit(1, { 'key:env': 'prod' });
    world.fake.change('public', fakeId(1), { keyvalues: new Map([...pairs, ['theirs', 'new']]) });
    await world.push();
    expect(world.served(1)!.keyvalues).toEqual({ env: 'prod', size: 5, nested: { deep: [true] }, theirs: 'new' });
  });
});

describe('a removal teaches', () => {
  test('that the service replaces, when the key left out is gone', async () => {
    const world = await worldOf('replace');
    const edit = world.edit(1, { 'key:env': null });
    await world.push();
    expect(world.sent).toEqual([{ keyvalues: { size: 5, nested: { deep: [true] } } }]);
    expect(learnt(world)).toEqual({ mode: 'replace', because: { kind: 'leftOutAndGone', key: 'env' } });
    expect(world.statusOf(edit)).toBe('settled');
    expect(world.shown(1)!.keyvalues).toEqual({ size: '5', nested: '{"deep":[true]}' });
  });

  test('that it merges, when the key left out is still there: then it is removed by null in the same round', async () => {
    const world = await worldOf('merge');
    const edit = world.edit(1, { 'key:env': null });
    await world.push();
    expect(world.sent).toEqual([{ keyvalues: { size: 5, nested: { deep: [true] } } }, { keyvalues: { env: null } }]);
    expect(learnt(world)).toEqual({ mode: 'merge', because: { kind: 'leftOutAndKept', key: 'env' } });
    expect(world.statusOf(edit)).toBe('settled');
    expect(world.served(1)!.keyvalues).toEqual({ size: 5, nested: { deep: [true] } });
  });

  test('that it cannot remove, when null changes nothing: the edit is refused in so many words', async () => {
    const world = await worldOf('mergeWithoutRemoval');
    const edit = world.edit(1, { 'key:env': null });
    await world.push();
    expect(learnt(world)).toEqual({
      mode: 'mergeWithoutRemoval',
      because: { kind: 'nullAndKept', key: 'env' },
    });
    expect(world.statusOf(edit)).toBe('refused');
    expect(world.words(edit)).toMatchObject({ message: cannotRemove });
    expect(world.shown(1)!.keyvalues).not.toHaveProperty('env');
  });

  test('that it cannot remove, when null is stored as text', async () => {
    const world = await worldOf('merge', 'merge');
    const update = world.fake.updateFile.bind(world.fake);
    world.fake.updateFile = (network, id, body, signal) =>
      update(network, id, body.replaceAll(':null', ':"null"'), signal);
    const edit = world.edit(1, { 'key:env': null });
    await world.push();
    expect(learnt(world).mode).toBe('mergeWithoutRemoval');
    expect(world.words(edit)).toMatchObject({ message: cannotRemove });
    expect(world.sent).toEqual([{ keyvalues: { env: 'null' } }, { keyvalues: { env: 'test' } }]);
    expect(world.served(1)!.keyvalues).toEqual(Object.fromEntries(pairs));
    expect(world.open(1)).toEqual([{ field: 'key:env', base: 'test', mine: null, status: 'refused' }]);
    world.queue.discard([edit]);
    await world.push();
    expect([world.open(1), world.shown(1)!.keyvalues['env'], world.sent.length]).toEqual([[], 'test', 2]);
  });

  test('the value it spoilt is in the queue in the same moment, so that no crash can lose it', async () => {
    const world = await worldOf('merge', 'merge');
    const update = world.fake.updateFile.bind(world.fake);
    world.fake.updateFile = (network, id, body, signal) =>
      update(network, id, body.replaceAll(':null', ':"null"'), signal);
    world.edit(1, { 'key:env': null });
    const program = new AbortController();
    world.fake.onCall = ({ name }) => {
      if (name === 'updateFile') world.fake.onCall = () => program.abort();
    };
    await world.push(program.signal);
    expect(world.open(1)).toMatchObject([
      { mine: null, status: 'refused' },
      { base: 'null', mine: 'test', status: 'queued' },
    ]);
    expect(world.shown(1)!.keyvalues['env']).toBe('test');
  });

  test('nothing, when null is refused: only a 2xx teaches, and the service’s words are shown', async () => {
    const world = await worldOf('merge', 'merge');
    world.fake.next('updateFile', failing(answered(400, { message: 'values must be strings' })));
    const edit = world.edit(1, { 'key:env': null });
    await world.push();
    expect(learnt(world).mode).toBe('merge');
    expect(world.statusOf(edit)).toBe('refused');
    expect(world.words(edit)).toMatchObject({ status: 400, message: `${cannotRemove}: "values must be strings"` });
  });

  test('nothing, when the answer got lost: the key may be there because nothing was applied', async () => {
    const world = await worldOf('merge');
    const edit = world.edit(1, { 'key:env': null });
    world.fake.next('updateFile', failing(noAnswer));
    await world.push();
    expect(learnt(world).mode).toBe('unknown');
    await world.clock.advance(1_000);
    world.fake.next('updateFile', applying(noAnswer));
    await world.push();
    expect(learnt(world).mode).toBe('unknown');
    expect(world.statusOf(edit)).toBe('queued');
  });
});

describe('once it is known', () => {
  test('a merging service gets the changed keys alone', async () => {
    const world = await worldOf('merge', 'merge');
    world.edit(1, { 'key:env': null, 'key:new': 'value' });
    await world.push();
    expect(world.sent).toEqual([{ keyvalues: { env: null, new: 'value' } }]);
    expect(world.served(1)!.keyvalues).toEqual({ size: 5, nested: { deep: [true] }, new: 'value' });
  });

  test('a replacing service gets the fresh map', async () => {
    const world = await worldOf('replace', 'replace');
    world.edit(1, { 'key:env': 'prod' });
    world.fake.change('public', fakeId(1), { keyvalues: new Map([...pairs, ['theirs', 'new']]) });
    await world.push();
    expect(world.sent).toEqual([{ keyvalues: { env: 'prod', size: 5, nested: { deep: [true] }, theirs: 'new' } }]);
  });

  test('a service that cannot remove is not asked to, and later edits of the file wait for the person', async () => {
    const world = await worldOf('mergeWithoutRemoval', 'mergeWithoutRemoval');
    const edit = world.edit(1, { 'key:env': null });
    await world.push();
    expect(world.sent).toEqual([]);
    expect(world.words(edit)).toMatchObject({ message: cannotRemove });
    world.queue.discard([edit]);
    const later = world.edit(1, { 'key:env': 'prod' });
    await world.push();
    expect(world.statusOf(later)).toBe('settled');
  });
});

describe('evidence that was wrong', () => {
  test('a key nobody touched that vanished is put back at once from the record read before, where the own side wins', async () => {
    const world = await worldOf('replace', 'merge', 'mineWins');
    world.edit(1, { 'key:new': 'value' });
    await world.push();
    expect(learnt(world)).toEqual({ mode: 'unknown', because: { kind: 'lost', key: 'env' } });
    expect(world.sent).toHaveLength(2);
    expect(world.served(1)!.keyvalues).toMatchObject({ env: 'test', new: 'value' });
    expect(world.open(1)).toEqual([]);
  });

  test('the question is in the queue in the same moment as the settlement, so that no crash can lose it', async () => {
    const world = await worldOf('replace', 'merge');
    world.edit(1, { 'key:new': 'value' });
    const program = new AbortController();
    world.fake.onCall = ({ name }) => {
      if (name === 'updateFile') world.fake.onCall = () => program.abort();
    };
    await world.push(program.signal);
    expect(world.open(1).map(({ field, mine }) => [field, mine])).toContainEqual(['key:env', 'test']);
  });

  test('a removal under "replace" that leaves the key makes it unknown, and then merge', async () => {
    const world = await worldOf('merge', 'replace');
    const edit = world.edit(1, { 'key:env': null });
    await world.push();
    expect(learnt(world).mode).toBe('merge');
    expect(world.statusOf(edit)).toBe('settled');
    expect(world.served(1)!.keyvalues).not.toHaveProperty('env');
  });
});
