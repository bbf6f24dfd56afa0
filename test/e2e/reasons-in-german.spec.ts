import type { Page } from 'playwright/test';
import type { App } from './pages/app.ts';
import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

/** Chooses German, and opens a screen in it. */
async function inGerman({ page }: App, screen: string): Promise<void> {
  await expect(page).toHaveURL(/files/);
  await page.goto(page.url().replace(/files.*/, 'settings/appearance'));
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(page.getByRole('heading', { name: 'Einstellungen' }).first()).toBeVisible();
  await page.goto(page.url().replace(/settings.*/, screen));
}

async function importTable(page: Page, text: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByRole('button', { name: 'Datei wählen…' }).click();
  await (await choosing).setFiles({ name: 'edited.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
}

test('who reads German reads in German why a table, a line and a file of it cannot be used', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  const [kept, nameless] = await namedFiles(practice, [{ name: 'kept.png' }, { name: 'nameless.png' }]);
  const app = await openOn(practice);
  const { page } = app;
  await expect(app.status).toContainText('Up to date');
  await inGerman(app, 'changes');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Mehr zu dieser Liste' }).click();
  await page.getByRole('menuitem', { name: 'Tabelle importieren…' }).click();

  await importTable(page, 'a,b\r\n1,2');
  await expect(dialog).toContainText('Die Spalte „id“ fehlt.');

  const unknown = '00000000-0000-4000-8000-000000000000';
  const lines = ['id,name', `${kept!.id},kept.png`, `${kept!.id},x`, 'what is this,x', `${unknown},x`];
  await importTable(page, [...lines, `${kept!.id},x,y`, `${nameless!.id},`].join('\r\n'));
  const problems = dialog.getByRole('list', { name: /nicht brauchbar/ }).getByRole('listitem');
  await expect(problems).toHaveText([
    /Zeile 3\s*Diese Datei steht zweimal in der Tabelle; die erste Zeile zählt\./,
    /Zeile 4\s*Diese Zeile nennt keine Datei:/,
    /Zeile 5\s*Diese Datei ist nicht in der Kopie\./,
    /Zeile 6\s*Diese Zeile hat mehr Zellen als die Tabelle Spalten\./,
  ]);
  await expect(dialog.getByRole('option')).toContainText('Ausgelassen: Name: darf nicht leer sein');
});

test('who reads German reads in German why an id brought no file', async ({ openOn, service }) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'known by id.png' }]);
  practice.control.changeSettings({ listing: false });
  const app = await openOn(practice);
  const { page } = app;
  await expect(app.files.list).toContainText('This service cannot list its files');
  await inGerman(app, 'files');
  const unknown = '00000000-0000-4000-8000-000000000000';
  await page.getByRole('textbox', { name: 'Datei-IDs' }).fill(`${unknown}\nnot an id at all\n${file!.id}`);
  await page.getByRole('button', { name: 'Importieren', exact: true }).click();
  const brought = page.getByRole('list', { name: 'Was aus jeder Zeile wurde' }).first().getByRole('listitem');
  await expect(brought).toContainText([
    'Der Dienst hat in diesem Netz keine Datei mit dieser ID.',
    'Das ist keine Datei-ID.',
    'in der Kopie',
  ]);
});

test('who reads German reads in German what showed how a service treats metadata', async ({ openOn, service }) => {
  const practice = await service({ switches: { keyvaluesMode: 'replace' } });
  await namedFiles(practice, [{ name: 'aurora.png', keyvalues: { kept: 'as it is', season: 'winter' } }]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  await app.files.choose('aurora.png');
  await app.inspector.editMetadata.click();
  await app.inspector.remove('season');
  await app.inspector.saveMetadata();
  await app.files.isOnServer('aurora.png');
  await inGerman(app, 'settings/connections');
  await expect(app.page.getByText('Weil: „season“ wurde weggelassen und ist fort')).toBeVisible();
});

test('who reads German reads in German what the app itself wrote about a refusal', async ({ openOn, service }) => {
  const practice = await service({ switches: { keyvaluesMode: 'mergeNullAsText' } });
  await namedFiles(practice, [{ name: 'aurora.png', keyvalues: { season: 'winter' } }]);
  const app = await openOn(practice);
  const { page } = app;
  await expect(app.status).toContainText('Up to date');
  await app.files.choose('aurora.png');
  await app.inspector.editMetadata.click();
  await app.inspector.remove('season');
  await app.inspector.saveMetadata();
  await expect(page.getByText('This service cannot remove a key ("season")').first()).toBeVisible();
  await inGerman(app, 'changes');
  await page.getByRole('row', { name: /season bei aurora.png entfernt/ }).click();
  await expect(page.getByText('Dieser Dienst kann keinen Schlüssel entfernen („season“)').first()).toBeVisible();
});
