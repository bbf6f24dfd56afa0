import { expect, test, vi } from 'vitest';
import type { ConnectionId } from '../../src/domain/core/ids.ts';
import { fileKey } from '../../src/domain/core/ids.ts';
import { servedId, standaloneService, type Interference, type Request } from '../support/standalone-service.ts';
import { started, type RunningCore } from './running-core.ts';

// Threads start from their sources here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const key = (number: number) => fileKey.parse({ network: 'public', id: servedId(number) });
const isUpdateOf =
  (number: number) =>
  ({ method, path, body }: Request): boolean =>
    method === 'PUT' && body !== '{}' && path.endsWith(servedId(number));

/** A core with a copy of three files, and an edit of the first. */
async function edited(interfere: (request: Request) => Interference | null) {
  const service = await standaloneService();
  const one = await started();
  const { id } = await one.get('connections.add', { name: 'Work', baseUrl: service.baseUrl, token: 'a.b.c' });
  await one.until('connections.list', null, ([first]) => first?.status.caughtUpAtMs !== null);
  service.interfere = interfere;
  const { changeSetId } = await rename(one, id, 0, 'mine');
  return { one, service, connectionId: id, changeSetId };
}

const rename = (one: RunningCore, connectionId: ConnectionId, number: number, mine: string) =>
  one.get('files.edit', { connectionId, key: key(number), changes: [{ field: 'name', base: `file ${number}`, mine }] });

test('an edit whose update failed says the last answer and the next try, in every list', async () => {
  const isIt = isUpdateOf(0);
  const body = { error: { code: 500, message: 'Internal error' } };
  const { one, connectionId, changeSetId } = await edited((request) => (isIt(request) ? { status: 500, body } : null));
  const lastFailure = { kind: 'answered', status: 500, words: 'Internal error' };
  const wait = { kind: 'retry', retry: { lastFailure } };
  const keys = [key(0), key(1)];
  const waits = await one.until(
    'files.openChanges',
    { connectionId, keys },
    ([first]) => first?.wait?.kind === 'retry',
  );
  expect(waits).toMatchObject([{ key: key(0), wait }]);
  expect((await one.get('files.get', { connectionId, key: key(0) })).wait).toMatchObject(wait);
  const page = { connectionId, tab: 'waiting', search: '', from: 0, to: 10 } as const;
  const { rows } = await one.get('changes.list', page);
  expect(rows).toMatchObject([{ wait, failedFiles: 1 }]);
  const { row, edits } = await one.get('changes.set', { connectionId, changeSetId, from: 0, to: 10 });
  expect([row.wait, edits[0]?.wait]).toMatchObject([wait, wait]);
});

test('an edit is being sent while its update has no answer, and no longer', async () => {
  const isIt = isUpdateOf(0);
  const { one, service, connectionId } = await edited((request) => (isIt(request) ? 'hang' : null));
  const asked = { connectionId, keys: [key(0)] };
  await one.until('files.openChanges', asked, ([first]) => first?.wait?.kind === 'sending');
  service.interfere = () => null;
  await one.get('connections.change', { id: connectionId, paused: true });
  await one.until('files.openChanges', asked, ([first]) => first?.wait?.kind !== 'sending');
});

test('an edit behind a refused one of its file waits for the person', async () => {
  const isIt = isUpdateOf(0);
  const body = { error: { code: 400, message: 'no' } };
  const { one, connectionId } = await edited((request) => (isIt(request) ? { status: 400, body } : null));
  await one.until('files.get', { connectionId, key: key(0) }, ({ state }) => state === 'refused');
  const changes = [{ field: 'key:series', base: 'first', mine: 'second' }] as const;
  const asked = { connectionId, keys: [key(0)] };
  const told = { key: key(0), fields: 1, onlyField: 'name', wait: null };
  expect(await one.get('files.openChanges', asked)).toEqual([told]);
  const { changeSetId } = await one.get('files.edit', { connectionId, key: key(0), changes: [...changes] });
  const wait = { kind: 'decision', about: 'refused' };
  expect(await one.get('files.openChanges', asked)).toEqual([{ ...told, wait }]);
  const { edits } = await one.get('changes.set', { connectionId, changeSetId, from: 0, to: 10 });
  expect(edits[0]?.wait).toEqual(wait);
});

test('what keeps edits from being sent is told apart from what keeps the copy old', async () => {
  const isList = ({ method, path }: Request): boolean => method === 'GET' && path === '/v3/files/public';
  const { one, connectionId } = await edited((request) => (isList(request) ? { status: 500, body: {} } : null));
  await one.get('connections.checkNow', { id: connectionId });
  const [summary] = await one.until('connections.list', null, ([first]) => (first?.status.trouble ?? null) !== null);
  expect(summary?.status).toMatchObject({ trouble: { reason: 'notAnswering' }, pushTrouble: null });
});
