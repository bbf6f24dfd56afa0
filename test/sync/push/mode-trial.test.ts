import { describe, expect, test, vi } from 'vitest';
import { httpService } from '../../../electron/remote/http-service.ts';
import type { FieldValue } from '../../../src/domain/files/field.ts';
import { fakeFile, fakeId, type FakeMode } from '../../support/fake-service.ts';
import { servedId, standaloneService } from '../../support/standalone-service.ts';
import { aFileId, SyncWorld } from '../../support/sync-world.ts';
import { answered, applying, failing, noAnswer } from './failures.ts';

// Real requests on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000 });

const FILES = 6;
const theirs = { env: 'test', untouched: 'theirs' };

/** So many files with the same metadata, and an edit of one key for each, on a service of unknown mode. */
async function bulk(mode: FakeMode, key: 'key:env' | 'key:new', value: FieldValue = 'mine', files = FILES) {
  const world = new SyncWorld();
  world.fake.mode = mode;
  const numbers = Array.from({ length: files }, (_, at) => at + 1);
  world.fake.put(...numbers.map((number) => fakeFile(number, { keyvalues: new Map(Object.entries(theirs)) })));
  await world.copy();
  const edits = numbers.map((number) => world.edit(number, { [key]: value }));
  const bodiesOf = (number: number) =>
    world.fake.calls
      .filter(({ name, input }) => name === 'updateFile' && input[1] === fakeId(number))
      .map(({ input }) => (JSON.parse(String(input[2])) as { keyvalues: unknown }).keyvalues);
  const held = () => numbers.map((number) => world.served(number)?.keyvalues);
  const statuses = () => new Set(edits.map((edit) => world.statusOf(edit)));
  return { world, edits, bodiesOf, held, statuses, all: (keyvalues: object) => numbers.map(() => keyvalues) };
}

describe.each([
  ['a new key', 'key:new', { ...theirs, new: 'mine' }, theirs],
  ['another value', 'key:env', { ...theirs, env: 'mine' }, { untouched: 'theirs' }],
] as const)('%s for many files, while the metadata mode is unknown', (_what, key, wanted, without) => {
  test('shows with the first file alone that a service merges, and the others send nothing that nobody touched', async () => {
    const { world, bodiesOf, held, statuses, all } = await bulk('merge', key);
    await world.push();
    expect(bodiesOf(1)).toEqual([wanted, without]);
    for (let number = 2; number <= FILES; number++) expect(bodiesOf(number)).toEqual([{ [key.slice(4)]: 'mine' }]);
    expect([held(), statuses()]).toEqual([all(wanted), new Set(['settled'])]);
    expect(world.connection.learnt).toMatchObject({
      keyvaluesMode: 'merge',
      modeEvidence: { kind: 'leftOutAndKept', key: key.slice(4) },
    });
  });

  test('shows that a service replaces, and the first file has its key again', async () => {
    const { world, bodiesOf, held, statuses, all } = await bulk('replace', key);
    await world.push();
    expect(bodiesOf(1)).toEqual([wanted, without, wanted]);
    for (let number = 2; number <= FILES; number++) expect(bodiesOf(number)).toEqual([wanted]);
    expect([held(), statuses()]).toEqual([all(wanted), new Set(['settled'])]);
    expect(world.connection.learnt.keyvaluesMode).toBe('replace');
  });

  test('is not undone by a trial that the service refuses', async () => {
    const { world, held, statuses, all } = await bulk('merge', key);
    world.fake.faultOf = ({ name, input }) =>
      name === 'updateFile' && !String(input[2]).includes('mine') ? failing(answered(400)) : null;
    await world.push();
    expect([held(), statuses()]).toEqual([all(wanted), new Set(['settled'])]);
    expect(world.connection.learnt.keyvaluesMode).toBe('unknown');
    const trials = world.sent.filter((body) => !JSON.stringify(body).includes('mine'));
    expect(trials).toHaveLength(3);
  });

  test('is sent at once to a single file, without a trial', async () => {
    const { world, bodiesOf, statuses } = await bulk('merge', key, 'mine', 1);
    await world.push();
    expect([bodiesOf(1), statuses()]).toEqual([[wanted], new Set(['settled'])]);
  });

  /** The trial lands, and nobody here hears of it: its answer gets lost, or the program ends. */
  async function unheard(mode: FakeMode, why: 'lost' | 'ended') {
    const one = await bulk(mode, key);
    const { world } = one;
    const program = new AbortController();
    let trials = 0;
    world.fake.faultOf = ({ name, input }) => {
      if (name !== 'updateFile' || String(input[2]).includes('mine') || ++trials > 1) return null;
      if (why === 'ended') program.abort();
      return applying(noAnswer);
    };
    await world.push(program.signal);
    if (why === 'ended' && mode === 'replace')
      world.fake.change('public', fakeId(1), { keyvalues: new Map(Object.entries(without)) });
    for (let minute = 0; minute < 4; minute++) {
      await world.clock.advance(60_000);
      await world.push();
    }
    return one;
  }

  test.each(['lost', 'ended'] as const)(
    'arrives where the trial changed nothing and is unheard of (%s)',
    async (why) => {
      const { held, statuses, all } = await unheard('merge', why);
      expect([held(), statuses()]).toEqual([all(wanted), new Set(['settled'])]);
    },
  );

  test.each(['lost', 'ended'] as const)(
    'is written again, or asked about, where the trial took the key away and is unheard of (%s)',
    async (why) => {
      const { world, held, all } = await unheard('replace', why);
      const isNew = key === 'key:new';
      expect(held()).toEqual(all(wanted).with(0, isNew ? wanted : without));
      expect(world.open(1)).toMatchObject(isNew ? [] : [{ base: 'test', mine: 'mine', status: 'conflicted' }]);
    },
  );
});

test('nothing is tried where the answer to the first file has shown the mode already', async () => {
  const world = new SyncWorld();
  world.fake.mode = 'replace';
  world.fake.put(...[1, 2].map((number) => fakeFile(number, { keyvalues: new Map(Object.entries(theirs)) })));
  await world.copy();
  const edits = [1, 2].map((number) => world.edit(number, { 'key:env': null, 'key:new': 'mine' }));
  await world.push();
  expect(world.connection.learnt.keyvaluesMode).toBe('replace');
  const applied = { status: 'settled', settlement: 'applied' };
  for (const edit of edits) expect(world.ended(edit)).toMatchObject([applied, applied]);
  expect(world.asked).toEqual(['readFile', 'updateFile', 'readFile', 'updateFile']);
});

test('the first file with metadata goes alone, also behind one that only gets a name', async () => {
  const world = new SyncWorld();
  world.fake.put(...[1, 2, 3, 4].map((number) => fakeFile(number, { keyvalues: new Map(Object.entries(theirs)) })));
  await world.copy();
  world.edit(1, { name: 'mine' });
  for (const number of [2, 3, 4]) world.edit(number, { 'key:new': 'mine' });
  await world.push();
  const full = { ...theirs, new: 'mine' };
  expect(world.sent.filter((body) => JSON.stringify(body).includes('untouched'))).toEqual([
    { keyvalues: full },
    { keyvalues: theirs },
  ]);
});

test('files that go alone and cannot be sent keep the others back no longer than a few of them', async () => {
  const { world, held, edits } = await bulk('merge', 'key:new');
  world.fake.faultOf = ({ name, input }) =>
    name === 'readFile' && [1, 2, 3].some((number) => input[1] === fakeId(number)) ? failing(noAnswer) : null;
  await world.push();
  expect(held().map((keyvalues) => keyvalues?.['new'])).toEqual([
    undefined,
    undefined,
    undefined,
    'mine',
    'mine',
    'mine',
  ]);
  expect(edits.map((edit) => world.statusOf(edit))).toEqual([
    'queued',
    'queued',
    'queued',
    'settled',
    'settled',
    'settled',
  ]);
});

test('what others write between our read and our update is overwritten in the first file at most', async () => {
  const service = await standaloneService({ files: 12 });
  const world = new SyncWorld({ service: httpService({ baseUrl: service.baseUrl, token: 'a-token' }) });
  for (const file of service.files.values()) file.keyvalues = { untouched: 'before' };
  await world.copy();
  for (let number = 0; number < 12; number++) world.edit(aFileId(servedId(number)), { 'key:new': 'mine' });
  service.interfere = ({ method, path }) => {
    const file = service.files.get(path.split('/').at(-1) ?? '');
    if (method === 'PUT' && file !== undefined) file.keyvalues = { ...file.keyvalues, untouched: 'theirs' };
    return null;
  };
  await world.push();
  const kept = [...service.files.values()].map(({ keyvalues }) => keyvalues);
  expect(kept.filter((keyvalues) => keyvalues['new'] === 'mine')).toHaveLength(12);
  expect(kept.filter((keyvalues) => keyvalues['untouched'] === 'theirs')).toHaveLength(11);
});
