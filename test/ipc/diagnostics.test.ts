import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startedPractice } from '../practice/started-practice.ts';
import { answering, httpServer } from '../support/http-server.ts';
import { started } from './running-core.ts';

const canary = 'Geheimer Name der Verbindung';

test('the requests and the report hold what helps, and nothing secret', async () => {
  const practice = await startedPractice();
  const token = practice.tokens.filesOnly;
  const one = await started();
  const { id } = await one.get('connections.add', { name: canary, baseUrl: practice.baseUrl, token });
  await one.until('connections.list', null, ([first]) => (first?.status.caughtUpAtMs ?? null) !== null);
  const filters = { revoked: null, limitedUse: false, exhausted: false, name: '%Typed Pattern%' };
  await one.ask('keys.askService', { connectionId: id, filters });
  const { requests, report, canOpenFolder } = await one.get('diagnostics.get', { connectionId: id });
  expect(canOpenFolder).toBe(false);
  expect(requests.find(({ path }) => path.startsWith('/files/public'))).toMatchObject({
    method: 'GET',
    status: 200,
    failure: null,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const refused = requests.find(({ failure }) => failure === 'answered')!;
  expect(refused).toMatchObject({ path: expect.stringMatching(/^\/api_keys/) });
  expect(report).toContain(`${refused.status} `);
  expect(report).toContain(refused.requestId);
  expect(report).toContain(new URL(practice.baseUrl).host);
  const { connection } = (await one.get('connections.list', null))[0]!;
  const said = JSON.stringify({ requests, report });
  const secrets = [token, ...token.split('.'), canary, connection.account, connection.tokenKey ?? token];
  expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
  expect(said).not.toContain(one.profileDirectory);
  expect(said).toContain('name=[typed]');
  expect(said).not.toMatch(/Typed.{1,3}Pattern/);
});

test('neither report, nor requests, nor log tell the path of the address, which may be a secret of its own', async () => {
  const practice = await startedPractice();
  const proxy = await httpServer(async ({ path, headers: { authorization = '' } }, response) => {
    const behind = new URL(path.replace('/secret-place', ''), practice.baseUrl);
    const answer = await fetch(behind, { headers: { authorization } });
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
  });
  const one = await started();
  await one.get('app.setPreferences', { logLevel: 'requests' });
  const baseUrl = `${proxy.origin}/secret-place/v3`;
  const { id } = await one.get('connections.add', { name: 'Work', baseUrl, token: practice.tokens.admin });
  await one.until('connections.list', null, ([first]) => (first?.status.caughtUpAtMs ?? null) !== null);
  const { report, requests } = await one.get('diagnostics.get', { connectionId: id });
  for (const told of [report, JSON.stringify(requests), one.logged.join('\n')]) {
    expect(told).toMatch(/\/files\/public\?/);
    expect(told).not.toContain('secret-place');
  }
});

test('the report tells a refusal by status and request, and not in the words of the service, which may name a file or an account', async () => {
  const message = 'ann@example.org may not read "Salaries 2026.xlsx"';
  const refusing = await httpServer(answering(403, { error: message }, { 'x-request-id': 'request-7' }));
  const one = await started();
  const { tokens } = await startedPractice();
  const address = { baseUrl: refusing.baseUrl, token: tokens.admin };
  const { id } = await one.get('connections.add', { name: 'Work', ...address });
  const [listed] = await one.until('connections.list', null, ([first]) => (first?.status.trouble ?? null) !== null);
  expect(JSON.stringify(listed?.status.trouble)).toContain('Salaries');
  const { report } = await one.get('diagnostics.get', { connectionId: id });
  expect(report).toMatch(/Trouble: notAllowed, try \d, status 403\n/);
  await one.get('connections.probeAgain', { id });
  const { report: afterProbe } = await one.get('diagnostics.get', { connectionId: id });
  expect(afterProbe).toMatch(/May keys: no, \S+Z, status 403, request request-7\n/);
  expect(report + afterProbe).not.toMatch(/ann@example|Salaries/);
});

test('requests are written into the log only when that is wanted', async () => {
  const practice = await startedPractice();
  const one = await started();
  const address = { baseUrl: practice.baseUrl, token: practice.tokens.admin };
  const { id } = await one.get('connections.add', { name: 'Work', ...address });
  await one.until('connections.list', null, ([first]) => (first?.status.caughtUpAtMs ?? null) !== null);
  expect(one.logged).toEqual([]);
  await one.get('app.setPreferences', { logLevel: 'requests' });
  await one.get('connections.checkNow', { id });
  await expect.poll(() => one.logged.join('\n')).toMatch(/ GET \/files\/public\?\S+ 200 \d+ ms [0-9a-f-]{36}/);
  expect(one.logged.join('\n')).not.toContain(practice.tokens.admin);
});

test('a folder is shown where the host can, and it is the one of the profile', async () => {
  const shown: string[] = [];
  const one = await started({
    openFolder: async (directory) => {
      shown.push(directory);
      return true;
    },
  });
  expect(await one.get('diagnostics.openFolder', null)).toEqual({ opened: true });
  expect(shown).toEqual([one.profileDirectory]);
  const other = await started();
  expect(await other.get('diagnostics.openFolder', null)).toEqual({ opened: false });
});

test('crash reports of the profile are listed, and are gone when a person removes them', async () => {
  const practice = await startedPractice();
  const one = await started();
  const address = { baseUrl: practice.baseUrl, token: practice.tokens.admin };
  const { id } = await one.get('connections.add', { name: 'Work', ...address });
  expect((await one.get('diagnostics.get', { connectionId: id })).crashes).toEqual([]);
  mkdirSync(join(one.profileDirectory, 'crashes', 'completed'), { recursive: true });
  writeFileSync(join(one.profileDirectory, 'crashes', 'completed', 'one.dmp'), 'four');
  const { crashes } = await one.get('diagnostics.get', { connectionId: id });
  expect(crashes).toEqual([{ name: join('completed', 'one.dmp'), atMs: expect.any(Number), sizeBytes: 4 }]);
  await one.get('diagnostics.removeCrashes', null);
  expect((await one.get('diagnostics.get', { connectionId: id })).crashes).toEqual([]);
});
