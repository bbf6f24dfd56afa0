import { expect, test } from 'vitest';
import { Invitations } from '../../electron/web-host/invitations.ts';
import { invitedHost, request } from './invited.ts';

test('the entry address sets a cookie and redirects to an address without the secret', async () => {
  const { host, origin, cookie } = await invitedHost();
  const entered = await request(host.newAddress());
  expect(entered.status).toBe(303);
  expect(entered.headers.location).toMatch(/^\/#invitation=[\w-]{43}$/);
  expect(entered.headers['set-cookie']).toEqual([`${cookie}; HttpOnly; SameSite=Strict; Path=/`]);
  expect(await request(`${origin}/`, { cookie })).toMatchObject({
    status: 200,
    body: '<!doctype html><title>Pinfold</title>',
  });
});

test('the entry address followed from another site takes one more step, because a redirect would not send the cookie', async () => {
  const { host } = await invitedHost();
  const entered = await request(host.newAddress(), { 'sec-fetch-site': 'cross-site' });
  expect(entered.status).toBe(200);
  expect(entered.body).toMatch(/http-equiv="refresh" content="0; url=\/#invitation=[\w-]{43}"/);
});

test('an entry address admits one browser, and looking ahead uses up nothing', async () => {
  const { host, cookie } = await invitedHost();
  const address = host.newAddress();
  expect((await request(address, {}, 'HEAD')).status).toBe(403);
  expect((await request(address, { 'sec-purpose': 'prefetch' })).status).toBe(403);
  expect((await request(address)).status).toBe(303);
  const again = await request(address);
  expect([again.status, again.headers['set-cookie']]).toEqual([403, undefined]);
  expect(again.body).toContain('This address was used, or is older than a minute.');
  expect(await request(address, { cookie })).toMatchObject({ status: 303, headers: { location: '/' } });
});

test('a page gets the secret of its socket once, with the cookie and its own invitation', async () => {
  const { host, origin, cookie, secret } = await invitedHost();
  expect(secret).toMatch(/^[\w-]{43}$/);
  const asked = `${origin}/socket-secret`;
  const { headers } = await request(host.newAddress());
  const invitation = headers.location?.split('=')[1] ?? '';
  const [, other = ''] = host.newAddress().split('/enter/');
  expect(await request(asked, { 'pinfold-invitation': invitation })).toMatchObject({ status: 403 });
  expect(await request(asked, { cookie })).toMatchObject({ status: 403 });
  expect(await request(asked, { cookie, 'pinfold-invitation': other })).toMatchObject({ status: 403 });
  const given = { cookie, 'pinfold-invitation': invitation };
  expect(await request(asked, given)).toMatchObject({ status: 200, body: `${secret}\n` });
  expect(await request(asked, given)).toMatchObject({ status: 403 });
});

test('an invitation is open for a minute, and no more than twenty are', () => {
  let nowMs = 0;
  const invitations = new Invitations(() => nowMs);
  const [early, late] = [invitations.make(), invitations.make()];
  nowMs = 59_999;
  expect([invitations.accept(early), invitations.accept(early), invitations.accept('')]).toEqual([true, false, false]);
  nowMs = 60_000;
  expect(invitations.accept(late)).toBe(false);
  const many = Array.from({ length: 21 }, () => invitations.make());
  expect(many.map((one) => invitations.accept(one))).toEqual(many.map((_, place) => place > 0));
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
    { host: `127.0.0.1:${port}0` },
    { host: `127.0.0.1:${port}.elsewhere.example` },
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { origin: `${origin}0` },
    { origin: `${origin}.elsewhere.example` },
    { origin: `http://localhost:${port}` },
  ];
  for (const foreign of foreignRequests) {
    expect(await request(`${origin}/`, { cookie, ...foreign })).toMatchObject({ status: 403 });
    expect(await request(host.newAddress(), foreign)).toMatchObject({ status: 403 });
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
  expect(new URL(host.newAddress()).hostname).toBe('127.0.0.1');
});
