import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'ws';
import { expect, test } from './driver/fixture.ts';

test.describe('the web host', { tag: '@web-host' }, () => {
  test('answers nobody but the browser that was invited', async ({ launch }) => {
    const { address, page } = await launch();
    const { origin, host } = new URL(address!);
    const [{ name, value } = { name: '', value: '' }] = await page.context().cookies();
    const cookie = `${name}=${value}`;
    const status = async (headers: Record<string, string>) => (await ask(`${origin}/`, headers)).status;
    expect(await status({ cookie })).toBe(200);
    expect(await status({})).toBe(403);
    expect(await status({ cookie: `${name}=${'x'.repeat(value.length)}` })).toBe(403);
    expect(await status({ cookie, host: 'pinfold.example' })).toBe(403);
    expect(await status({ cookie, host: host.replace('127.0.0.1', 'localhost') })).toBe(403);
    expect(await status({ cookie, origin: 'https://elsewhere.example' })).toBe(403);
    expect((await ask(`${origin}/enter/wrong`, {})).status).toBe(403);
    expect((await ask(`${origin}/`, {})).body).toContain('Open Pinfold with the address that it printed');
  });

  test('opens its socket to nobody else either', async ({ launch }) => {
    const { address, page } = await launch();
    const { origin, host } = new URL(address!);
    const [{ name, value } = { name: '', value: '' }] = await page.context().cookies();
    const cookie = `${name}=${value}`;
    // The page fetches its secret before it shows anything.
    await expect(page.getByRole('button', { name: 'Practise with sample data' })).toBeVisible();
    const secret = (await page.evaluate(() => localStorage.getItem('pinfold-socket-secret')))!;
    const opens = (headers: Record<string, string>, offered = secret) =>
      connects(`ws://${host}/bridge`, ['pinfold', offered], headers);
    expect(await opens({ cookie, origin })).toBe(true);
    // A cookie goes to every port of the computer; the secret stays with the page.
    expect(await opens({ cookie, origin }, 'x'.repeat(secret.length))).toBe(false);
    expect(await opens({ cookie })).toBe(false);
    expect(await opens({ origin })).toBe(false);
    expect(await opens({ cookie, origin: 'https://elsewhere.example' })).toBe(false);
    expect(await opens({ cookie, origin, host: 'pinfold.example' })).toBe(false);
  });

  test('is entered by the page in its profile, which a second start renews', async ({
    launch,
    run,
    scratch,
    browser,
  }) => {
    const { address } = await launch();
    expect((await run()).code).toBe(0);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(scratch, 'profile', 'entrance', 'open.html')).href);
    await page.waitForURL(`${new URL(address!).origin}/`);
    await expect(page.getByRole('button', { name: 'Practise with sample data' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Practise with sample data' })).toBeVisible();
    await context.close();
  });

  test('lets a second tab in, and keeps the secret out of the address bar', async ({ launch }) => {
    const { address, page } = await launch();
    const second = await page.context().newPage();
    await second.goto(address!);
    expect(second.url()).toBe(`${new URL(address!).origin}/`);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  });
});

async function ask(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; body: string }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject);
  });
  return { status: response.statusCode, body: await text(response) };
}

function connects(url: string, protocols: string[], headers: Record<string, string>): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, protocols, { headers });
    socket.on('open', () => {
      socket.terminate();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
