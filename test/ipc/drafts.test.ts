import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { LONGEST_DRAFT } from '../../src/domain/edits/draft.ts';
import { fileId } from '../../src/domain/core/ids.ts';
import { servedId, standaloneService } from '../support/standalone-service.ts';
import { type RunningCore, started } from './running-core.ts';

// Threads start from their sources here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const key = { network: 'public', id: fileId.parse(servedId(1)) } as const;
const secrets = ['QUAGMIRE', 'ZEPPELIN', 'XYLOPHONE'] as const;
const name = { part: 'name', base: 'file 1', text: 'QUAGMIRE' } as const;
const metadata = {
  part: 'metadata',
  lines: [{ key: 'series', value: 'ZEPPELIN', base: null, isRemoved: false }],
  pasted: 'XYLOPHONE',
} as const;

async function connected() {
  const service = await standaloneService();
  const one = await started();
  const address = { name: 'Work', baseUrl: service.baseUrl, token: 'a-token' };
  const { id: connectionId } = await one.get('connections.add', address);
  await one.until('connections.list', null, ([first]) => first?.status.caughtUpAtMs !== null);
  return { one, connectionId, input: { connectionId } };
}

const readable = (one: RunningCore): readonly string[] => {
  const files = readdirSync(one.profileDirectory, { recursive: true, encoding: 'utf8', withFileTypes: true });
  const bytes = files
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
    .join('');
  return secrets.filter((word) => bytes.includes(word));
};

test('what was typed is in the profile alone, and in no file of it once the copy is deleted', async () => {
  const { one, connectionId, input } = await connected();
  for (const draft of [name, metadata]) await one.get('drafts.keep', { ...input, key, draft });
  expect(readable(one)).toEqual(secrets);
  const { report } = await one.get('diagnostics.get', { connectionId });
  const said = JSON.stringify([report, one.logged]);
  expect(secrets.filter((word) => said.includes(word))).toEqual([]);
  // A waiting edit keeps the connection: only the words go.
  await one.get('connections.change', { id: connectionId, paused: true });
  await one.get('files.edit', { ...input, key, changes: [{ field: 'key:a', base: null, mine: '1' }] });
  await one.get('connections.signOut', { id: connectionId, wipeCopy: true });
  await vi.waitFor(() => expect(readable(one)).toEqual([]), { timeout: 50_000 });
  expect(await one.get('drafts.list', input)).toEqual({ drafts: [] });
});

test('a sign-out that leaves the copy leaves the drafts too', async () => {
  const { one, connectionId, input } = await connected();
  await one.get('drafts.keep', { ...input, key, draft: name });
  await one.get('connections.signOut', { id: connectionId, wipeCopy: false });
  expect(await one.get('drafts.list', input)).toMatchObject({ drafts: [{ key, draft: name, fileName: 'file 1' }] });
});

test('an edit takes the draft that it saves along, and no other', async () => {
  const { one, input } = await connected();
  for (const draft of [name, metadata]) await one.get('drafts.keep', { ...input, key, draft });
  const changes = [{ field: 'name', base: 'file 1', mine: 'QUAGMIRE' }] as const;
  await one.get('files.edit', { ...input, key, changes: [{ field: 'key:b', base: null, mine: '1' }] });
  expect((await one.get('drafts.list', input)).drafts).toHaveLength(2);
  const announced = one.next('drafts.changed');
  await one.get('files.edit', { ...input, key, changes: [...changes], saves: 'name' });
  await announced;
  expect((await one.get('drafts.list', input)).drafts.map(({ draft }) => draft.part)).toEqual(['metadata']);
});

test('drafts are there after a restart; one that is too long is refused, and the one before stays', async () => {
  const { one, input } = await connected();
  await one.get('drafts.keep', { ...input, key, draft: name });
  const tooLong = await one.ask('drafts.keep', {
    ...input,
    key,
    draft: { ...name, text: 'x'.repeat(LONGEST_DRAFT + 1) },
  });
  expect(tooLong).toEqual({ failure: { kind: 'unfit', what: 'draft', problem: 'tooLong' } });
  await one.core.close();
  const again = await started({ profileDirectory: one.profileDirectory });
  expect(await again.get('drafts.list', input)).toMatchObject({ drafts: [{ key, draft: name }] });
});
