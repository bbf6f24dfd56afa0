import { findings } from './pages/axe-findings.ts';
import { expect, test } from './pages/preconditions.ts';

test('practising takes one click to the first row', { tag: '@shell' }, async ({ open }) => {
  const app = await open();
  await app.firstRun.practise.click();
  await expect(app.files.rows.first()).not.toHaveClass(/coming/);
  await expect(app.practice.network).toBeChecked();
});

test('a connection test says what the token may do, and connecting shows the first row', async ({ open, service }) => {
  const { baseUrl, tokens } = await service();
  const app = await open();
  await app.firstRun.fill(baseUrl, `"Bearer ${tokens.filesOnly}"\n`);
  await app.firstRun.name.fill('Studio');
  await app.firstRun.test.click();
  await expect(app.firstRun.verdict('Rename files and change metadata')).toContainText('not tried');
  await expect(app.firstRun.verdict('List files')).toContainText('yes');
  await expect(app.firstRun.verdict('List API keys')).toContainText(/no.*Request [0-9a-f-]{36}/s);
  await expect(app.firstRun.verdict('Read signatures')).toContainText('yes');

  await app.firstRun.connect.click();
  await expect(app.files.found).toContainText('40 files');
  await expect(app.files.rows.first()).not.toHaveClass(/coming/);
  await expect(app.page.getByRole('button', { name: 'Connection: Studio' })).toBeVisible();
  await app.go(/^API keys/);
  await expect(app.keys.list).toContainText('This token may not list API keys.');
});

test('one update without fields shows whether a token may change files, and only when asked for', async ({
  open,
  service,
}) => {
  const practice = await service();
  const puts = (): number => practice.control.requests().filter(({ method }) => method === 'PUT').length;
  const app = await open();
  const { firstRun, page } = app;
  const changing = firstRun.verdict('Rename files and change metadata');
  const offer = changing.getByRole('button', { name: 'Try it on one file' });
  await firstRun.fill(practice.baseUrl, practice.tokens.filesOnly);
  await firstRun.test.click();
  await expect(changing).toContainText('not tried');
  const send = changing.getByRole('button', { name: 'Send this one update' });
  await expect(send).toBeHidden();
  await offer.click();
  await expect(send).toBeVisible();
  await expect(changing).toContainText(/PUT \/files\/public\/[0-9a-f-]{36} \{\}/);
  expect(await findings(page)).toEqual([]);
  await changing.getByRole('button', { name: 'Not now' }).click();
  await expect(offer).toBeFocused();
  await expect(send).toBeHidden();
  expect(puts()).toBe(0);

  await page.keyboard.press('Enter');
  await send.click();
  await expect(changing).toContainText(/yes.*came back as it was/s);
  await expect(page.getByRole('table', { name: 'What this token may do' })).toBeFocused();
  expect(puts()).toBe(1);

  await firstRun.token.fill(practice.tokens.readOnly);
  await firstRun.test.click();
  await offer.click();
  await send.click();
  await expect(changing).toContainText(/no.*lacks the permission/s);
  await firstRun.connect.click();
  await app.go('Settings');
  await expect(app.settings.part).toContainText('lacks the permission org:files:write');
});

test('a token that is refused is named so before anything is copied', async ({ open, service }) => {
  const { baseUrl, tokens } = await service();
  const app = await open();
  await app.firstRun.fill(baseUrl, tokens.revoked);
  await app.firstRun.test.click();
  await expect(app.firstRun.verdict('List API keys')).toContainText('no');
  await expect(app.firstRun.verdict('List files')).toContainText('no');
  await app.firstRun.connect.click();
  await expect(app.firstRun.form).toContainText('No connection was made.');
});

test('an address that would give the token away is refused in a sentence', async ({ open }) => {
  const app = await open();
  await app.firstRun.address.fill('http://storage.example/v3');
  await app.firstRun.name.focus();
  await expect(app.firstRun.token).toBeEnabled();
  await expect(app.firstRun.form).toContainText('Only https is safe for a token');
  await app.firstRun.connect.click();
  await expect(app.firstRun.form).toContainText('The token and the address are missing.');
  await expect(app.firstRun.token).toBeFocused();
  await app.firstRun.token.fill('a.b.c');
  await app.firstRun.test.click();
  await expect(app.firstRun.form).toContainText('The address is missing, or none that can be used.');
  await expect(app.firstRun.address).toBeFocused();
  await app.firstRun.address.fill('not an address');
  await app.firstRun.name.focus();
  await expect(app.firstRun.form).toContainText('This is not an address.');
});

test('what was pasted is cleaned and completed before the eyes of the person', async ({ open, service }) => {
  const { baseUrl, tokens } = await service();
  const app = await open();
  const { firstRun } = app;
  await expect(firstRun.practise).toBeFocused();
  await firstRun.token.fill(`"Bearer ${tokens.admin}"`);
  await expect(firstRun.form).toContainText('Taken off: the word “Bearer” and quotes.');
  await expect(firstRun.token).toHaveAttribute('type', 'password');
  await firstRun.showToken.click();
  await expect(firstRun.token).toHaveAttribute('type', 'text');

  await firstRun.address.fill(baseUrl.replace('http://', '').replace('/v3', ''));
  await firstRun.name.focus();
  await expect(firstRun.address).toHaveValue(baseUrl.replace('/v3', ''));
  await expect(firstRun.form).toContainText('http:// was put in front.');
  await expect(firstRun.form).toContainText('Is the version missing?');
  await app.page.getByRole('button', { name: 'Add /v3' }).click();
  await expect(firstRun.address).toHaveValue(baseUrl);
  await expect(firstRun.form).not.toContainText('Is the version missing?');

  await firstRun.test.click();
  await expect(firstRun.verdict('List files')).toContainText('yes');
  await expect(firstRun.test).toBeFocused();
  expect(await findings(app.page)).toEqual([]);
  await firstRun.address.fill('https://elsewhere.example/v3');
  await expect(firstRun.token).toHaveValue('');
  await expect(firstRun.form).toContainText('The token was meant for 127.0.0.1');
});

test('a button below the address is pressed at once, though what is said of the address moves it', async ({
  open,
  service,
}) => {
  const { baseUrl, tokens } = await service();
  const { firstRun } = await open();
  await firstRun.token.fill(tokens.admin);
  await firstRun.address.fill(baseUrl.replace('http://', '').replace('/v3', ''));
  await firstRun.test.click();
  await expect(firstRun.verdict('List files')).toContainText('no');
  await expect(firstRun.address).toHaveValue(baseUrl.replace('/v3', ''));
  await expect(firstRun.form).toContainText('Is the version missing?');
});

test('practice begins guided when the person wants it so, with the focus on the first step', async ({ open }) => {
  const app = await open();
  await app.firstRun.guided.click();
  await expect(app.practice.guidePanel.getByRole('heading')).toBeFocused();
  await expect(app.practice.step('Take the network away')).toBeVisible();
});
