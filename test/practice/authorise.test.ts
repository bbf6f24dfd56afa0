import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startPractice } from '../../electron/practice/server.ts';
import { allKeys, refusal, startedPractice } from './started-practice.ts';

const CID = 'bafkreih5aznjvttude6c3wbvqeebb6rlx5wkbzyppv7garjiubll2ceym4';

function databaseFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'practice-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, 'practice.db');
}

it('holds the owner, the account and the key of the list in its payload', async () => {
  const practice = await startedPractice();
  const payload = z
    .looseObject({ userInformation: z.looseObject({ id: z.string(), email: z.string() }), scopedKeyKey: z.string() })
    .parse(JSON.parse(Buffer.from(practice.tokens.admin.split('.')[1]!, 'base64url').toString()));
  const { accountId, ownerEmail } = practice.control.state();
  const admin = (await practice.keys('?name=Practice%20admin')).keys[0];
  expect(payload.userInformation).toMatchObject({ id: accountId, email: ownerEmail });
  expect(payload.scopedKeyKey).toBe(admin?.key);
  expect(admin?.['user_id']).toBe(accountId);
});

it('allows each token what its scopes say, and nothing else', async () => {
  const practice = await startedPractice();
  const { id } = await practice.anyFile();
  const put = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{}' };
  const allowed: Record<string, boolean[]> = {};
  for (const name of ['admin', 'filesOnly', 'readOnly', 'noSignatures', 'keysOnly'] as const) {
    const token = practice.tokens[name];
    const answers = [
      await practice.ask(`/files/public/signature/${CID}`, {}, token),
      await practice.ask('/api_keys', {}, token),
      await practice.ask(`/files/public/${id}`, put, token),
      await practice.ask('/files/public', {}, token),
      await practice.ask(`/files/public/${id}`, {}, token),
    ];
    allowed[name] = answers.map(({ status }) => status !== 403);
  }
  expect(allowed).toEqual({
    admin: [true, true, true, true, true],
    filesOnly: [true, false, true, true, true],
    readOnly: [true, false, false, true, true],
    noSignatures: [false, false, true, false, false],
    keysOnly: [false, true, false, false, false],
  });
});

it('answers 401 instead of 403 for a missing permission when the settings say so', async () => {
  const practice = await startedPractice({ switches: { wrongScopeStatus: 401 } });
  expect((await practice.ask('/api_keys', {}, practice.tokens.filesOnly)).status).toBe(401);
});

it.each([
  ['no header', undefined],
  ['an empty header', ''],
  ['another scheme', 'Basic dXNlcjpwYXNz'],
  ['a bare word', 'Bearer'],
  ['an invented token', 'Bearer aaa.bbb.ccc'],
  ['a token of many parts', 'Bearer a.b.c.d'],
])('refuses %s on every operation', async (_, header) => {
  const practice = await startedPractice();
  const { id } = await practice.anyFile();
  for (const [method, path] of [
    ['GET', `/files/public/signature/${CID}`],
    ['GET', '/api_keys'],
    ['PUT', `/files/public/${id}`],
    ['GET', '/files/public'],
  ] as const) {
    const headers = header === undefined ? {} : { Authorization: header };
    const response = await fetch(practice.baseUrl + path, { method, headers });
    expect(response.status).toBe(401);
    expect((await refusal(response)).code).toBe(401);
  }
});

it('refuses a token whose payload or signature was altered', async () => {
  const practice = await startedPractice();
  const [header, payload, signature] = practice.tokens.filesOnly.split('.');
  const adminPayload = practice.tokens.admin.split('.')[1];
  for (const token of [
    `${header}.${adminPayload}.${signature}`,
    `${header}.${payload}.`,
    `${header}.${payload}.AAAA`,
  ]) {
    expect((await practice.ask('/api_keys', {}, token)).status).toBe(401);
  }
});

it('refuses the tokens of revoked and used up keys', async () => {
  const practice = await startedPractice();
  expect((await practice.ask('/files/public', {}, practice.tokens.revoked)).status).toBe(401);
  expect((await practice.ask('/files/public', {}, practice.tokens.exhausted)).status).toBe(401);
});

it('counts each accepted call of a limited key until it is used up', async () => {
  const practice = await startedPractice();
  const uses = async () => (await allKeys(practice, '&name=Limited%25'))[0]?.uses;
  expect(await uses()).toBe(0);
  await practice.ask('/files/nowhere', { method: 'DELETE' }, practice.tokens.limited);
  expect(await uses()).toBe(0);
  const statuses: number[] = [];
  for (let call = 0; call < 26; call++) {
    statuses.push((await practice.ask('/files/public?limit=1', {}, practice.tokens.limited)).status);
  }
  expect(statuses).toEqual([...Array(25).fill(200), 401]);
  expect(await uses()).toBe(25);
  expect((await allKeys(practice, '&limitedUse=true&exhausted=true')).map(({ name }) => name)).toContain(
    'Limited to 25 calls',
  );
});

it('stops being accepted when its key is revoked', async () => {
  const practice = await startedPractice();
  const { id } = (await practice.keys('?name=Files%20only')).keys[0]!;
  expect(practice.control.revokeKey(id)).toBe(true);
  expect((await practice.ask('/files/public', {}, practice.tokens.filesOnly)).status).toBe(401);
  expect((await allKeys(practice, '&revoked=true')).map((key) => key.id)).toContain(id);
});

it('outlives a restart on the same database, with what was changed meanwhile', async () => {
  const options = { databasePath: databaseFile(), fileCount: 20, keyCount: 10 };
  const first = await startPractice(options);
  const headers = { Authorization: `Bearer ${first.tokens.admin}`, 'Content-Type': 'application/json' };
  const listed = z.object({ data: z.object({ files: z.array(z.object({ id: z.string() })) }) });
  const { id } = listed.parse(await (await fetch(`${first.baseUrl}/files/public`, { headers })).json()).data.files[0]!;
  await fetch(`${first.baseUrl}/files/public/${id}`, { method: 'PUT', headers, body: '{"name":"kept"}' });
  const { accountId } = first.control.state();
  await first.close();
  const again = await startedPractice(options);
  expect(again.tokens).toEqual(first.tokens);
  expect(again.control.state().accountId).toBe(accountId);
  expect((await again.file(id)).name).toBe('kept');
});

it('means nothing to another database', async () => {
  const other = await startedPractice();
  const practice = await startedPractice();
  expect((await practice.ask('/api_keys', {}, other.tokens.admin)).status).toBe(401);
});

it('stays valid through a reset', async () => {
  const practice = await startedPractice();
  practice.control.addFiles(3);
  practice.control.changeSettings({ keysPageSize: 3 });
  practice.control.reset({ fileCount: 5 });
  expect(practice.control.state()).toMatchObject({ fileCount: 5, tokens: practice.tokens });
  expect((await practice.keys()).keys).toHaveLength(10);
});
