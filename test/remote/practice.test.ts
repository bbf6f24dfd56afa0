import { expect, onTestFinished, test } from 'vitest';
import { startPractice } from '../../electron/practice/server.ts';
import { httpService } from '../../electron/remote/http-service.ts';
import type { FilePage, Service } from '../../electron/remote/service.ts';
import { accountOf } from '../../electron/remote/token.ts';
import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import type { Result } from '../../src/domain/core/result.ts';
import { never } from './asking.ts';

// The practice service was written from the interface alone, so here two readings of it meet.

async function started() {
  const practice = await startPractice({ databasePath: ':memory:', fileCount: 250, keyCount: 60 });
  onTestFinished(() => practice.close());
  return { practice, service: httpService({ baseUrl: practice.baseUrl, token: practice.tokens.admin }) };
}

function valueOf<T>(answer: Result<T, RemoteFailure>): T {
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.value;
}

async function allFiles(service: Service) {
  const files = [];
  let pageToken: string | null = null;
  do {
    const page: FilePage = valueOf(await service.listFiles('public', pageToken, 100, never));
    expect(page.setAside).toBe(0);
    files.push(...page.items);
    pageToken = page.nextPageToken;
  } while (pageToken !== null);
  return files;
}

test('every file of the listing is understood, and reads the same by id and by an empty update', async () => {
  const { service } = await started();
  const files = await allFiles(service);
  expect(new Set(files.map(({ record }) => record.id)).size).toBe(files.length);
  expect(files.length).toBeGreaterThan(100);
  for (const file of files.slice(0, 10)) {
    expect(valueOf(await service.readFile('public', file.record.id, never))).toEqual(file);
    expect(valueOf(await service.updateFile('public', file.record.id, '{}', never))).toEqual(file);
  }
});

test('every key is understood, and none brings its secret', async () => {
  const { service } = await started();
  const first = valueOf(await service.listKeys(0, null, never));
  const revoked = valueOf(await service.listKeys(0, true, never));
  expect([first.setAside, revoked.setAside, first.items.length > 0]).toEqual([0, 0, true]);
  expect(revoked.items.every(({ key }) => key.revoked)).toBe(true);
  expect(JSON.stringify([first, revoked])).not.toContain('secret');
  expect(valueOf(await service.listKeys(100_000, null, never)).rows).toBe(0);
});

test('an update is answered with what it wrote', async () => {
  const { service } = await started();
  const [file] = await allFiles(service);
  const answer = await service.updateFile(
    'public',
    file!.record.id,
    '{"name":"ü 👍","keyvalues":{"__proto__":"x"}}',
    never,
  );
  const { name, keyvalues } = valueOf(answer).record;
  expect([name, keyvalues.find(([key]) => key === '__proto__')]).toEqual(['ü 👍', ['__proto__', 'x']]);
});

test('some files are signed and some are not, and none of that is a failure', async () => {
  const { service } = await started();
  const cids = (await allFiles(service)).map(({ record }) => record.cid).filter((cid) => cid !== 'pending');
  const answers = await Promise.all(cids.slice(0, 60).map((cid) => service.signature('public', cid, never)));
  const signatures = answers.map((answer) => valueOf(answer).signature);
  expect(signatures.some((signature) => signature === null)).toBe(true);
  expect(signatures.some((signature) => /^0x[0-9a-f]{130}$/.test(signature ?? ''))).toBe(true);
});

test('the token names its account and its key', async () => {
  const { practice, service } = await started();
  const { account, tokenKey } = accountOf(practice.tokens.admin);
  const page = valueOf(await service.listKeys(0, null, never));
  expect(account).toMatch(/^[0-9a-f-]{36}$/);
  expect(tokenKey).toMatch(/^[0-9a-f]+$/);
  expect(page.items[0]?.key.userId).toBe(account);
});

test('another token is told so in the service’s own words', async () => {
  const { practice } = await started();
  const unknownToken = httpService({ baseUrl: practice.baseUrl, token: 'not-a-token-of-this-service' });
  expect(await unknownToken.listKeys(0, null, never)).toMatchObject({
    ok: false,
    failure: { kind: 'answered', status: 401 },
  });
});
