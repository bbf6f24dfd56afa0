import { expect, test } from 'vitest';
import { aFileQuery } from '../support/builders.ts';
import { standaloneService } from '../support/standalone-service.ts';
import { started } from './running-core.ts';

test('a read-only connection queues no edit, neither a new one nor one that comes back, and keeps those that wait', async () => {
  const one = await started();
  const { baseUrl } = await standaloneService({ files: 2 });
  const { id: connectionId } = await one.get('connections.add', { name: 'Work', baseUrl, token: 't' });
  await one.until('connections.list', null, ([first]) => first?.status.caughtUpAtMs !== null);
  await one.get('connections.change', { id: connectionId, paused: true });
  const { viewId } = await one.get('files.open', { connectionId, query: aFileQuery() });
  const [row] = (await one.get('files.window', { viewId, from: 0, to: 1 })).rows;
  const key = { network: row!.network, id: row!.id };
  const changes = [{ field: 'name' as const, base: row!.name, mine: 'mine' }];
  const { changeSetId } = await one.get('files.edit', { connectionId, key, changes });
  const selection = { kind: 'keys' as const, keys: [key] };
  const operations = [{ kind: 'addToName' as const, prefix: 'new ', suffix: '' }];
  const { planId } = await one.get('bulk.prepare', { connectionId, selection, operations });
  await one.get('connections.change', { id: connectionId, readOnly: true });
  const before = await one.get('changes.counts', { connectionId });

  const target = { changeSetId };
  const refused = { failure: { kind: 'readOnly' } };
  expect(await one.ask('files.edit', { connectionId, key, changes })).toEqual(refused);
  expect(await one.ask('bulk.apply', { planId })).toEqual(refused);
  expect(await one.ask('changes.restore', { connectionId, target })).toEqual(refused);
  expect(await one.ask('changes.takeBack', { connectionId, target })).toEqual(refused);
  expect(await one.ask('undo.undo', { connectionId })).toEqual(refused);
  expect(await one.ask('undo.redo', { connectionId })).toEqual(refused);
  const remedy = { kind: 'makeRoom' as const, key: 'env' };
  expect(await one.ask('changes.remedy', { connectionId, target, remedy })).toEqual(refused);
  expect(await one.get('changes.counts', { connectionId })).toEqual(before);
});
