import { describe, expect, test } from 'vitest';
import { keyQueries } from '../../../electron/database/keys/key-queries.ts';
import type { HandlerContext } from '../../../electron/ipc/handler-context.ts';
import { keyHandlers } from '../../../electron/ipc/keys/key-handlers.ts';
import { httpService } from '../../../electron/remote/http-service.ts';
import { nameSearchOf } from '../../../src/domain/service/name-search.ts';
import { noPause } from '../../support/database.ts';
import { standaloneService } from '../../support/standalone-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

type Reading = NonNullable<NonNullable<Parameters<typeof standaloneService>[0]>['keyNames']>;

const servedKey = (number: number, name: string, more = {}) => ({
  id: `key-${number}`,
  name,
  key: `value-${number}`,
  user_id: 'ann',
  uses: 1,
  revoked: false,
  scopes: {},
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});

/** 29 keys with "ci" inside their names, one that is just "ci", and others. */
const servedKeys = () => [
  ...Array.from({ length: 29 }, (_, number) => servedKey(number, `build-ci-${number}`)),
  servedKey(29, 'ci'),
  servedKey(30, 'deploy 100%'),
  servedKey(31, 'other'),
];

/** A copy of the keys of a service that reads the name filter in its own way. */
async function copied(reading: Reading) {
  const keys = servedKeys();
  const server = await standaloneService({ keys, keyNames: reading, files: 1 });
  const service = httpService({ baseUrl: server.baseUrl, token: 'token-of-ann' });
  const world = new SyncWorld({ service });
  await world.copy();
  const here = keyQueries(world.mirrorDb, noPause);
  const context = {
    announce: () => undefined,
    clock: world.clock,
    keyAlerts: {},
    keysHere: (_: string, query: Parameters<typeof here.matching>[1]) =>
      here.matching(world.connection.id, query, world.clock.nowMs()),
    connections: {
      running: () => ({ state: { mode: 'running' }, sync: world.ports, beside: world.sync.beside.bind(world.sync) }),
      saveTraits: (_: string, traits: object) => world.ports.saveTraits(traits),
    },
  } as unknown as HandlerContext;
  const handlers = keyHandlers(context);
  const compared = (name: string) =>
    handlers['keys.askService']({
      connectionId: world.connection.id,
      filters: { revoked: null, limitedUse: false, exhausted: false, name },
    });
  const ask = async (name: string) => {
    const answer = await compared(name);
    if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
    return answer.value;
  };
  const learnt = () => world.connection.learnt.nameSearch;
  return { world, server, keys, ask, compared, learnt };
}

describe('a service that searches inside names', () => {
  test('is learnt as such, with the answer that showed it, and the copy answers alike from then on', async () => {
    const { ask, learnt } = await copied('substring');
    const first = await ask('ci');
    expect(first).toMatchObject({ found: 30, same: 30, onlyThere: [], onlyHere: [] });
    expect(first).toMatchObject({ nameSearch: 'insideName', isNameSearchNew: true });
    expect(learnt()).toEqual({
      refuted: ['wholeName', 'exactName'],
      decidedBy: { kind: 'unasked', typed: 'ci', name: 'build-ci-0' },
      evidence: null,
    });
    expect(await ask('loy _00\\%')).toMatchObject({ found: 1, same: 1, onlyHere: [], isNameSearchNew: false });
  });
});

test('a service that searches for the text as typed is told from one that takes wildcards', async () => {
  const { ask, learnt } = await copied('text');
  await ask('ci');
  expect(await ask('%ci-2%')).toMatchObject({ found: 0, onlyThere: [], onlyHere: [], nameSearch: 'insideLiterally' });
  expect(learnt().decidedBy).toMatchObject({
    kind: 'leftOut',
    typed: '%ci-2%',
    name: expect.stringMatching(/^build-ci-2/),
  });
  expect(await ask('100%')).toMatchObject({ found: 1, same: 1 });
});

test('a service that wants the exact name is learnt from what it leaves out, once it shows that it has it', async () => {
  const { ask } = await copied('exact');
  await ask('%ci-2%');
  expect(await ask('ci')).toMatchObject({ found: 1, same: 1, onlyHere: [], nameSearch: 'exactName' });
});

test('a service that does as its interface says teaches nothing else, whatever it is asked', async () => {
  const { ask, learnt } = await copied('ilike');
  for (const typed of ['ci', '%ci%', 'build-ci-_', '%\\%', 'CI', 'nothing', '%'])
    expect(await ask(typed)).toMatchObject({ onlyThere: [], onlyHere: [], nameSearch: 'wholeName' });
  expect([nameSearchOf(learnt()), learnt().decidedBy]).toEqual(['wholeName', null]);
});

test('of more keys than are named on one side, all are counted, and each reason has its names', async () => {
  const { ask, keys } = await copied('ilike');
  const all = await ask('%');
  expect([all.onlyHereKeys, all.onlyThereKeys]).toEqual([0, { made: 0, changed: 0, notCopied: 0, filter: 0 }]);
  keys.splice(0, 30);
  keys.push(...Array.from({ length: 60 }, (_, number) => servedKey(100 + number, `later-${number}`)));
  Object.assign(keys[0]!, { uses: 9, name: 'zz' });
  const { onlyHere, onlyHereKeys, onlyThere, onlyThereKeys } = await ask('%');
  expect([onlyHere.length, onlyHereKeys]).toEqual([30, 30]);
  expect(onlyThereKeys).toEqual({ made: 0, changed: 0, notCopied: 60, filter: 0 });
  expect(onlyThere).toHaveLength(50);
  const renamed = await ask('zz');
  expect([renamed.onlyThereKeys.changed, renamed.onlyThere.map(({ reason }) => reason)]).toEqual([1, ['changed']]);
});

test('keys that are gone from the service since the last check teach nothing', async () => {
  const { ask, keys, learnt } = await copied('ilike');
  keys.splice(0, 30);
  expect(await ask('%ci%')).toMatchObject({ found: 0, nameSearch: 'wholeName' });
  expect(learnt().refuted).toEqual([]);
});

test('a service that ignores the name teaches nothing, and its keys are not said to be new', async () => {
  const { ask, learnt } = await copied('ignored');
  const { onlyThere } = await ask('ci');
  expect([onlyThere.length, [...new Set(onlyThere.map(({ reason }) => reason))]]).toEqual([31, ['filter']]);
  expect(learnt().refuted).toEqual([]);
});

test('a key is said to be made or changed since the last check only when it is so', async () => {
  const { world, ask, keys } = await copied('ilike');
  keys.push(servedKey(40, 'fresh', { createdAt: new Date(world.clock.nowMs() + 1_000).toISOString() }));
  keys.push(servedKey(41, 'fresh too'));
  keys.find(({ id }) => id === 'key-31')!.name = 'fresh as well';
  const { onlyThere } = await ask('fresh%');
  expect(onlyThere.map(({ id, reason }) => [id, reason]).toSorted()).toEqual([
    ['key-31', 'changed'],
    ['key-40', 'made'],
    ['key-41', 'notCopied'],
  ]);
});

test('a lone backslash at the end finds nothing here, and the service refuses it', async () => {
  const { compared, world } = await copied('ilike');
  expect(await compared('ci\\')).toMatchObject({ ok: false, failure: { kind: 'service' } });
  expect(world.connection.learnt.nameSearch.refuted).toEqual([]);
});
