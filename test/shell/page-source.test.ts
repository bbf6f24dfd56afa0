import { expect, test } from 'vitest';
import { answerFrom, isOurPage, pageScheme, pageSource, senderCheck } from '../../electron/shell/page-source.ts';

const asset = { headers: { 'Content-Type': 'text/javascript' }, body: Buffer.from('run()') };
const answer = answerFrom({ read: (pathname) => Promise.resolve(pathname === '/main.js' ? asset : null) });

test('a file of the page comes with its type and under the policy of a window', async () => {
  const response = await answer(new Request('app://bundle/main.js'));
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('run()');
  expect(response.headers.get('content-type')).toBe('text/javascript');
  expect(response.headers.get('content-security-policy')).toContain("connect-src 'none'");
});

test.each([
  ['app://bundle/other.js', 'GET', 404],
  ['app://elsewhere/main.js', 'GET', 404],
  ['app://bundle/main.js', 'POST', 405],
])('%s asked with %s %s is refused with %i', async (url, method, status) => {
  expect((await answer(new Request(url, { method }))).status).toBe(status);
});

test('the scheme may not be read from other origins', () => {
  expect(pageScheme).toEqual({
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true },
  });
});

const bundle = pageSource(undefined, { isDevelopment: false, isPackaged: true });

test('a development server is used when a person asks for it, from the sources, on this computer', () => {
  const asked = { isDevelopment: true, isPackaged: false };
  const address = 'http://localhost:5173';
  expect(pageSource(address, { ...asked, isPackaged: true })).toBe(bundle);
  expect(pageSource(address, { ...asked, isDevelopment: false })).toBe(bundle);
  expect(pageSource(undefined, asked)).toBe(bundle);
  const source = pageSource(address, asked);
  expect(source.origin).toBe('http://localhost:5173');
  expect(['http://localhost:5173/x', 'ws://localhost:5173/'].map(source.mayLoad)).toEqual([true, true]);
  expect(['http://localhost:80/', 'http://localhost:51730/'].map(source.mayLoad)).toEqual([false, false]);
  expect(
    ['http://localhost:5173/#/files', 'http://localhost:5173/x', 'http://localhost:51730/'].map(source.isPage),
  ).toEqual([true, false, false]);
});

test.each([
  'http://elsewhere.example:5173',
  'http://localhost.elsewhere.example',
  'http://127.0.0.1@elsewhere.example',
  'http://192.168.0.9:5173',
  'https://localhost:5173',
  'file:///etc/passwd',
  'localhost:5173',
  '',
])('the address %j of a development server is passed over', (address) => {
  expect(pageSource(address, { isDevelopment: true, isPackaged: false })).toBe(bundle);
});

const message = { sender: { id: 1 }, senderFrame: { parent: null, origin: 'app://bundle' } };

test('a request from the top frame of our page in our window is trusted', () => {
  expect(isOurPage(message, 'app://bundle', 1)).toBe(true);
});

test.each([
  ['a frame that is gone', { ...message, senderFrame: null }],
  ['a frame inside the page', { ...message, senderFrame: { parent: {}, origin: 'app://bundle' } }],
  ['another origin', { ...message, senderFrame: { parent: null, origin: 'https://elsewhere.example' } }],
  ['an origin that begins like ours', { ...message, senderFrame: { parent: null, origin: 'app://bundle.example' } }],
  ['another window', { ...message, sender: { id: 2 } }],
])('a request from %s is not', (_who, message) => {
  expect(isOurPage(message, 'app://bundle', 1)).toBe(false);
});

test('a message is heard from the top frame of our page in a window of ours, and from nobody else', () => {
  const isTrusted = senderCheck({ has: (id) => id === 1 }, { origin: 'app://bundle' });
  const from = (id: number, origin: string, parent: unknown = null) =>
    isTrusted({ sender: { id }, senderFrame: { parent, origin } });
  expect(from(1, 'app://bundle')).toBe(true);
  expect([from(2, 'app://bundle'), from(1, 'https://elsewhere.example'), from(1, 'app://bundle', {})]).toEqual([
    false,
    false,
    false,
  ]);
  expect(isTrusted({ sender: { id: 1 }, senderFrame: null })).toBe(false);
});
