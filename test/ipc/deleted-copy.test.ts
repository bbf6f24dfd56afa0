import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { fileId } from '../../src/domain/core/ids.ts';
import { servedId, standaloneService } from '../support/standalone-service.ts';
import { started } from './running-core.ts';

// Threads start from their sources here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

test('what others changed, and what was read before an update, is in no file once the copy is deleted', async () => {
  const service = await standaloneService();
  const [theirs, ours] = [service.files.get(servedId(0))!, service.files.get(servedId(1))!];
  const one = await started();
  const address = { name: 'Work', baseUrl: service.baseUrl, token: 'a-token' };
  const { id: connectionId } = await one.get('connections.add', address);
  const input = { connectionId };
  const listed = (what: string) =>
    one.until('files.history', { ...input, key: { network: 'public', id: fileId.parse(servedId(0)) } }, (entries) =>
      entries.some(({ kind, value }) => kind === 'observed' && value === what),
    );
  await one.until('connections.list', null, ([first]) => first?.status.caughtUpAtMs !== null);

  theirs.name = 'QUAGMIRE';
  theirs.keyvalues = { series: 'ZEPPELIN' };
  ours.keyvalues = { series: 'XYLOPHONE' };
  await one.get('connections.checkNow', { id: connectionId });
  await listed('QUAGMIRE');
  theirs.name = 'harmless';
  theirs.keyvalues = { series: 'harmless' };
  await one.get('connections.checkNow', { id: connectionId });
  await listed('harmless');
  const key = { network: 'public', id: fileId.parse(servedId(1)) } as const;
  await one.get('files.edit', { ...input, key, changes: [{ field: 'name', base: 'file 1', mine: 'renamed' }] });
  await one.until('changes.counts', input, ({ sent }) => sent === 1);

  const secrets = ['QUAGMIRE', 'ZEPPELIN', 'XYLOPHONE'];
  const readable = (): readonly string[] => {
    const files = readdirSync(one.profileDirectory).filter((name) => name.includes('.db'));
    const bytes = files.map((name) => readFileSync(join(one.profileDirectory, name), 'latin1')).join('');
    return secrets.filter((word) => bytes.includes(word));
  };
  expect(readable()).toEqual(secrets);
  await one.get('connections.signOut', { id: connectionId, wipeCopy: true });
  await vi.waitFor(() => expect(readable()).toEqual([]), { timeout: 50_000 });
});
