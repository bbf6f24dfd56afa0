import { connectionTo, expect, test } from './pages/preconditions.ts';
import type { App } from './pages/app.ts';

/** No resolver knows this host (RFC 6761, 6.4), and no proxy is asked for it. */
const nowhere = { baseUrl: 'https://nowhere.invalid/v3' };

function wrongHost(): ReturnType<typeof connectionTo> {
  const { args, env } = connectionTo(nowhere, 'a-token-of-nobody');
  return { args: args ?? [], env: { ...env, NO_PROXY: '*', no_proxy: '*' } };
}

async function saysThatTheHostIsWrong(app: App): Promise<void> {
  await expect(app.status).toContainText('There is no host of that name.');
  await expect(app.status).toContainText('nowhere.invalid was never reached · Trying again in');
  await expect(app.status).not.toContainText('Working offline');
}

test('a wrong host is named as such on every screen, and the right address brings the files', async ({
  open,
  service,
}) => {
  const practice = await service();
  const app = await open(wrongHost());
  await saysThatTheHostIsWrong(app);
  const list = app.files.list;
  await expect(list.getByRole('heading', { name: 'There is no host of that name.' })).toBeVisible();
  await expect(list).toContainText('The address is nowhere.invalid. It was never reached');
  await app.connections.open();
  await expect(app.connections.item('Studio')).toContainText('the service was never reached');
  await app.page.keyboard.press('Escape');

  await app.status.getByRole('link', { name: 'Change the address' }).click();
  await expect(app.settings.part).toContainText('Never reached');
  await expect(app.settings.part).not.toContainText('Working offline');
  await app.go(/^Files/);
  await list.getByRole('button', { name: 'Change the address' }).click();
  await app.settings.address.fill(practice.baseUrl);
  await app.settings.tokenFor(practice.baseUrl).fill(practice.tokens.admin);
  await app.settings.changeAddress.click();
  await expect(app.status).toContainText('Up to date');
  await app.go(/^Files/);
  await expect(app.files.found).toContainText('40 files');
});

test('a connection to a wrong host can be removed, and then nothing of it is left', async ({ open }) => {
  const app = await open(wrongHost());
  await saysThatTheHostIsWrong(app);
  await app.files.list.getByRole('button', { name: 'Remove this connection' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Remove Studio?' });
  await dialog.getByRole('button', { name: 'Remove this connection' }).click();
  await expect(app.firstRun.practise).toBeVisible();
});
