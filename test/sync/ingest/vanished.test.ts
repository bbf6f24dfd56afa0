import { expect, test, vi } from 'vitest';
import { historyOf } from '../../../electron/ipc/files/file-handlers.ts';
import { httpService } from '../../../electron/remote/http-service.ts';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { firewallPage, servedId, standaloneService } from '../../support/standalone-service.ts';
import { aFileId, SyncWorld } from '../../support/sync-world.ts';

// Real requests on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000 });

const id = aFileId(servedId(0));

/** A service that replaces metadata and is taken for one that merges, with one file of the key `series`. */
async function replacing() {
  const service = await standaloneService({ files: 1, keyvalues: 'replace' });
  const world = new SyncWorld({
    service: httpService({ baseUrl: service.baseUrl, token: 'a-token' }),
    connection: { learnt: { ...noTraits, keyvaluesMode: 'merge' } },
  });
  await world.copy();
  const file = service.files.get(servedId(0))!;
  const told = () =>
    historyOf({ history: () => [], editsOfFile: () => [], tables: world.tables }, world.of(id)).map(
      ({ kind, field, value }) => [kind, field, value],
    );
  return { service, world, file, told };
}

/** The update replaces, and the answer says that it merged. */
function answersOtherwise({ service, file }: Awaited<ReturnType<typeof replacing>>): void {
  service.interfere = ({ method, body }) => {
    if (method !== 'PUT') return null;
    const { keyvalues } = JSON.parse(body) as { keyvalues: Record<string, unknown> };
    const answered = { ...file, keyvalues: { ...file.keyvalues, ...keyvalues } };
    file.keyvalues = keyvalues;
    return { status: 200, body: { data: answered } };
  };
}

test('a value that our read showed, and the next list does not, is told as gone after our update', async () => {
  const one = await replacing();
  answersOtherwise(one);
  one.world.edit(id, { 'key:mine': 'new' });
  await one.world.push();
  expect(one.told()).toEqual([]);
  expect(await one.world.pull()).toMatchObject({ ok: true });
  expect(one.told()).toEqual([
    ['vanished', 'key:series', null],
    ['observed', 'key:series', 'first'],
  ]);
});

test('so is one that the answer itself no longer has, and it is asked about', async () => {
  const { world, file, told } = await replacing();
  world.edit(id, { 'key:mine': 'new' });
  await world.push();
  expect(told()).toEqual([
    ['vanished', 'key:series', null],
    ['observed', 'key:series', 'first'],
  ]);
  expect(file.keyvalues).toEqual({ mine: 'new' });
  expect(world.open(id)).toMatchObject([{ field: 'key:series', mine: 'first', status: 'conflicted' }]);
});

test('and one that is gone after an update whose answer got lost', async () => {
  const one = await replacing();
  answersOtherwise(one);
  const { interfere } = one.service;
  one.service.interfere = async (request) => {
    const answer = await interfere(request);
    return answer === null ? null : firewallPage(200);
  };
  one.world.edit(id, { 'key:mine': 'new' });
  await one.world.push();
  one.service.interfere = () => null;
  await one.world.clock.advance(120_000);
  await one.world.pull();
  expect(one.told()).toContainEqual(['vanished', 'key:series', null]);
});

test('a value that a list still had after our update went by somebody else’s hand', async () => {
  const { world, file, told, service } = await replacing();
  service.interfere = () => null;
  world.connection = { ...world.connection, learnt: noTraits };
  world.edit(id, { 'key:mine': 'new' });
  await world.push();
  await world.clock.advance(120_001);
  await world.pull();
  file.keyvalues = { mine: 'new' };
  await world.pull();
  expect(told()).toEqual([
    ['observed', 'key:series', null],
    ['observed', 'key:series', 'first'],
  ]);
});
