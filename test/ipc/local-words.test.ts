import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { fileId } from '../../src/domain/core/ids.ts';
import { eventually } from '../support/eventually.ts';
import { servedId, standaloneService } from '../support/standalone-service.ts';
import { started } from './running-core.ts';

// Threads start from their sources here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const key = { network: 'public', id: fileId.parse(servedId(1)) } as const;
const announced = z.object({ name: z.string() });
const SECRET = 'QUAGMIRE';

test('a note is in the profile alone, outlives a rebuild, and is in no file once the copy is deleted', async () => {
  const service = await standaloneService();
  const one = await started();
  const address = { name: 'Work', baseUrl: service.baseUrl, token: 'a-token' };
  const { id: connectionId } = await one.get('connections.add', address);
  const caughtUp = () => one.until('connections.list', null, ([first]) => first?.status.caughtUpAtMs !== null);
  await caughtUp();
  await one.get('fileNotes.put', { connectionId, key, note: SECRET });
  await one.get('stars.toggle', { connectionId, selection: { kind: 'keys', keys: [key] } });
  await one.get('groupNames.put', { connectionId, group: 'a-group', name: `${SECRET} too` });
  const isReadable = (): boolean =>
    readdirSync(one.profileDirectory)
      .filter((name) => name.includes('.db'))
      .some((name) => readFileSync(join(one.profileDirectory, name), 'latin1').includes(SECRET));
  expect(isReadable()).toBe(true);
  const { report } = await one.get('diagnostics.get', { connectionId });
  expect(JSON.stringify([report, one.logged])).not.toContain(SECRET);

  let heardFrom = one.crossed.length;
  const heard = () => one.crossed.slice(heardFrom).flatMap((crossed) => announced.safeParse(crossed).data?.name ?? []);
  await one.get('connections.rebuildCopy', { id: connectionId });
  await eventually(() => expect(heard()).toContain('signatures.changed'));
  await one.until('files.counts', { connectionId }, ({ starred }) => starred === 1);
  await caughtUp();
  expect(await one.get('files.get', { connectionId, key })).toMatchObject({ isStarred: true, note: SECRET });

  // A waiting edit keeps the connection: only the words go.
  await one.get('connections.change', { id: connectionId, paused: true });
  await one.get('files.edit', { connectionId, key, changes: [{ field: 'key:a', base: null, mine: '1' }] });
  heardFrom = one.crossed.length;
  await one.get('connections.signOut', { id: connectionId, wipeCopy: true });
  for (const name of ['groupNames.changed', 'drafts.changed', 'signatures.changed'])
    await eventually(() => expect(heard()).toContain(name));
  await vi.waitFor(() => expect(isReadable()).toBe(false), { timeout: 50_000 });
  expect(await one.get('localWords.counts', { connectionId })).toEqual({ stars: 0, notes: 0, groupNames: 0 });
});
