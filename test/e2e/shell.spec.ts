import { join } from 'node:path';
import type {} from '../../src/bridge/bridge.ts';
import { expect, test } from './driver/fixture.ts';

test(
  'the page gets three functions in a window, none in the web host, and nothing of Node in either',
  { tag: '@shell' },
  async ({ launch, driver }) => {
    const { page } = await launch();
    const seen = await page.evaluate(() => ({
      door: window.pinfold ? Object.keys(window.pinfold).sort() : null,
      node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
    }));
    expect(seen).toEqual({ door: driver === 'web-host' ? null : ['ask', 'listen', 'saveFile'], node: [] });
  },
);

test('a window answers no question that is not in the contract', { tag: '@window' }, async ({ launch }) => {
  const { page } = await launch();
  const answer = await page.evaluate(async () => {
    const answer: Promise<unknown> = Reflect.apply(window.pinfold!.ask, null, ['files.deleteEverything', null]);
    return JSON.stringify(await answer);
  });
  expect(answer).toContain('No channel files.deleteEverything');
});

test('text never becomes markup or script', { tag: '@shell' }, async ({ launch }) => {
  const { page } = await launch();
  const attempts = await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve)); // what a test evaluates is itself above the rules, until it waits
    const refused = (attempt: () => unknown): string => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : 'refused';
      }
    };
    const trustedTypes = (): { createPolicy(name: string, rules: object): unknown } =>
      Reflect.get(window, 'trustedTypes');
    const script = document.createElement('script');
    return {
      innerHTML: refused(() => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>')),
      scriptText: refused(() => (script.text = 'window.evil = 1')),
      policy: refused(() => trustedTypes().createPolicy('evil', {})),
      evaluated: refused(() => Reflect.apply(Reflect.get(window, 'eval'), null, ['1'])),
    };
  });
  expect(attempts).toEqual({
    innerHTML: 'TypeError',
    scriptText: 'TypeError',
    policy: 'TypeError',
    evaluated: 'EvalError',
  });
});

test('the page can reach no other place', { tag: '@shell' }, async ({ launch }) => {
  const { page } = await launch();
  const reached = await page.evaluate(async () => {
    const violated: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violated.push(effectiveDirective));
    const fetched = await fetch('https://elsewhere.invalid/').then(
      () => 'answered',
      () => 'refused',
    );
    const image = new Image();
    const loaded = new Promise((resolve) => {
      image.onload = () => resolve('loaded');
      image.onerror = () => resolve('refused');
    });
    image.src = 'https://elsewhere.invalid/x.png';
    const frame = document.createElement('iframe');
    frame.src = 'https://elsewhere.invalid/';
    document.body.append(frame);
    return { fetched, image: await loaded, violated };
  });
  expect(reached).toMatchObject({ fetched: 'refused', image: 'refused' });
  expect(reached.violated).toEqual(expect.arrayContaining(['connect-src', 'img-src']));
});

test('the app itself breaks none of its own rules', { tag: '@shell' }, async ({ launch }) => {
  const { page } = await launch();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted|violat/i.test(message.text())) complaints.push(message.text());
  });
  await page.reload();
  await page.waitForLoadState('networkidle');
  expect(complaints).toEqual([]);
});

test('a window goes nowhere else and opens no other', { tag: '@window' }, async ({ launch }) => {
  const { page } = await launch();
  const home = page.url();
  await page.evaluate(() => {
    window.open('https://elsewhere.invalid/opened');
    const link = Object.assign(document.createElement('a'), {
      href: 'https://elsewhere.invalid/linked',
      target: '_blank',
    });
    document.body.append(link);
    link.click();
    window.location.href = 'https://elsewhere.invalid/gone';
  });
  // A later question to the page is answered by the document that was there before.
  await expect.poll(() => page.context().pages().length).toBe(1);
  expect(await page.evaluate(() => document.querySelectorAll('a[target=_blank]').length)).toBeGreaterThan(0);
  expect(page.url()).toBe(home);
});

test('the shell shuts every door that Electron leaves open', { tag: '@stand-in' }, async ({ launch }) => {
  const { standIn } = await launch();
  const record = await standIn!.record();
  expect(record.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'app.enableSandbox',
      'session.setPermissionRequestHandler',
      'session.setPermissionCheckHandler',
      'session.setDevicePermissionHandler',
      'session.setDisplayMediaRequestHandler',
      'session.webRequest.onBeforeRequest',
    ]),
  );
  const window = record.find(({ what }) => what === 'new BrowserWindow');
  expect(window?.with[0]).toMatchObject({
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false },
  });
});

test('a crash is reported into the profile and to nobody', { tag: '@stand-in' }, async ({ launch, scratch }) => {
  const { standIn } = await launch();
  const asked = await standIn!.record();
  const place = asked.findIndex(({ with: [name] }) => name === 'crashDumps');
  const begun = asked.findIndex(({ what }) => what === 'crashReporter.start');
  expect(asked[place]?.with[1]).toBe(join(scratch, 'profile', 'crashes'));
  expect(asked[begun]?.with).toEqual([{ uploadToServer: false }]);
  expect(place).toBeLessThan(begun);
});

test(
  'a second start on the same profile leaves the first one alone',
  { tag: '@shell' },
  async ({ launch, run, driver }) => {
    const first = await launch();
    const second = await run();
    if (driver === 'web-host') {
      expect(second).toMatchObject({ code: 0, output: expect.stringContaining('Pinfold is running already') });
    } else expect(second.code).toBe(0);
    const undone = { code: 0, output: expect.stringContaining('no connection was opened') };
    expect(await run({ args: ['--practice'] })).toMatchObject(undone);
    if (first.standIn) {
      const came = async () => (await first.standIn!.record()).some(({ what }) => what === 'window.focus');
      await expect.poll(came).toBe(true);
    }
    expect(await first.page.evaluate(() => document.readyState)).toBe('complete');
  },
);

test('a link that starts the app shows its screen', { tag: '@window' }, async ({ launch }) => {
  const { page, standIn } = await launch({ args: ['--practice', 'pinfold:/c/one/library'] });
  const record = (await standIn?.record()) ?? [];
  const loaded = record.flatMap((one) => (one.what === 'window.loadURL' ? [one.with[0]] : []));
  if (standIn) expect(loaded).toEqual(['app://bundle/#/c/one/library']);
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();
});

test('the app ends with code 0 when asked, and the same profile opens again', { tag: '@shell' }, async ({ launch }) => {
  const first = await launch();
  expect(await first.quit()).toBe(0);
  const second = await launch();
  expect(await second.page.title()).toContain('Pinfold');
});

test('a profile whose app was killed opens again', { tag: '@shell' }, async ({ launch }) => {
  const first = await launch();
  await first.kill();
  const second = await launch();
  expect(await second.page.title()).toContain('Pinfold');
});

test('an option that does not exist is an error', { tag: '@web-host' }, async ({ run }) => {
  expect(await run({ args: ['--frobnicate'] })).toEqual({
    code: 2,
    output: 'There is no option --frobnicate. Try --help.\n',
  });
});
