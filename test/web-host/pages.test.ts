import { expect, test } from 'vitest';
import { invitedHost, request } from './invited.ts';

test('the entry address sets a cookie and redirects to an address without the secret', async () => {
  const { host, origin, cookie } = await invitedHost();
  const entered = await request(host.address);
  expect(entered.status).toBe(303);
  expect(entered.headers.location).toBe('/');
  expect(entered.headers['set-cookie']).toEqual([`${cookie}; HttpOnly; SameSite=Strict; Path=/`]);
  expect(await request(`${origin}/`, { cookie })).toMatchObject({
    status: 200,
    body: '<!doctype html><title>Pinfold</title>',
  });
});

test('the entry address followed from another site takes one more step, because a redirect would not send the cookie', async () => {
  const { host } = await invitedHost();
  const entered = await request(host.address, { 'sec-fetch-site': 'cross-site' });
  expect(entered.status).toBe(200);
  expect(entered.body).toContain('http-equiv="refresh" content="0; url=/"');
});

test('every answer carries the policy, a refusal too', async () => {
  const { origin } = await invitedHost();
  const refused = await request(`${origin}/`);
  expect(refused.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
  expect(refused.headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});

test('without the cookie there is nothing but a sentence', async () => {
  const { origin, cookie } = await invitedHost();
  const forged = `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`;
  const sentence = 'Open Pinfold with the address that it printed when it started, in this browser.\n';
  for (const headers of [{}, { cookie: forged }, { cookie: 'x=y' }, { cookie: cookie.replace('=', 'x=') }]) {
    expect(await request(`${origin}/`, headers)).toMatchObject({ status: 403, body: sentence });
  }
  expect(await request(`${origin}/index.html`)).toMatchObject({ status: 403 });
  expect(await request(`${origin}/enter/`)).toMatchObject({ status: 403 });
  expect(await request(`${origin}/enter/${'x'.repeat(43)}`)).toMatchObject({ status: 403 });
});

test('a request for another host or from another site is refused even with the cookie', async () => {
  const { host, origin, cookie } = await invitedHost();
  const { port } = new URL(origin);
  const foreignRequests = [
    { host: `localhost:${port}` },
    { host: `pinfold.example:${port}` },
    { host: '127.0.0.1' },
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { origin: `http://localhost:${port}` },
  ];
  for (const foreign of foreignRequests) {
    expect(await request(`${origin}/`, { cookie, ...foreign })).toMatchObject({ status: 403 });
    expect(await request(host.address, foreign)).toMatchObject({ status: 403 });
  }
});

test('only pages are served, and only those there are', async () => {
  const { origin, cookie } = await invitedHost();
  expect(await request(`${origin}/`, { cookie }, 'POST')).toMatchObject({ status: 405 });
  expect(await request(`${origin}/`, { cookie }, 'HEAD')).toMatchObject({ status: 200, body: '' });
  expect(await request(`${origin}/nothing`, { cookie })).toMatchObject({ status: 404 });
  expect(await request(`${origin}/?asked=1`, { cookie })).toMatchObject({ status: 200 });
});

test('the host listens on this machine only', async () => {
  const { host } = await invitedHost();
  expect(new URL(host.address).hostname).toBe('127.0.0.1');
});
