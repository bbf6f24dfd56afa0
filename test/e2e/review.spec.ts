import type { PracticeServer } from '../../electron/practice/server.ts';
import type { App } from './pages/app.ts';
import { findings } from './pages/axe-findings.ts';
import { expect, test } from './pages/preconditions.ts';
import { namedFiles, updatesOf } from './pages/service-files.ts';

const renamed = async (app: App, name: string, to: string): Promise<void> => {
  await app.files.choose(name);
  await app.inspector.rename(to);
  await expect(app.inspector.title).toHaveText(to);
};

/** Requests that would have changed something. An empty update changes nothing: it is how a missing file is made sure of. */
const writes = (service: PracticeServer) =>
  service.control
    .requests()
    .filter(({ method, requestBodyBytes }) => method !== 'GET' && requestBodyBytes > '{}'.length);

test('what is unticked is held and stays in the list, the rest is sent', async ({ openOn, service }) => {
  const practice = await service();
  const [kept, sent] = await namedFiles(practice, [{ name: 'kept.png' }, { name: 'sent.png' }]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  practice.control.changeSettings({ offline: true });
  await renamed(app, 'kept.png', 'kept here.png');
  await renamed(app, 'sent.png', 'sent there.png');

  await app.go(/^Waiting/);
  await app.changes.tick('kept here').click();
  await expect(app.changes.tick('kept here')).not.toBeChecked();
  await expect(app.changes.row('kept here')).toContainText('Held on this computer');
  await expect(app.changes.list).toBeFocused();
  await app.changes.open('kept here');
  await app.changes.list.press('x');
  await expect(app.changes.tick('kept here')).toBeChecked();
  await app.changes.list.press('Space');
  await expect(app.changes.tick('kept here')).not.toBeChecked();

  practice.control.changeSettings({ offline: false });
  await app.changes.list.press('Control+Enter');
  await expect.poll(() => practice.control.file(sent!.id)).toMatchObject({ name: 'sent there.png' });
  await expect(app.changes.row('sent there')).toContainText('On server');
  expect(practice.control.file(kept!.id)).toMatchObject({ name: 'kept.png' });
  await app.changes.tick('kept here').click(); // and its row goes, as soon as it is sent
  await expect.poll(() => practice.control.file(kept!.id)).toMatchObject({ name: 'kept here.png' });
});

test('a dry run says what sending would do, and writes nothing', async ({ openOn, service }) => {
  const practice = await service();
  const files = await namedFiles(practice, [
    { name: 'applies.png' },
    { name: 'there.png' },
    { name: 'clashes.png' },
    { name: 'vanishes.png' },
  ]);
  const [, there, clashes, vanishes] = files;
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  practice.control.changeSettings({ offline: true });
  for (const { name } of files) await renamed(app, name!, `new ${name}`);
  practice.control.editFile({ id: there!.id, name: 'new there.png' });
  practice.control.editFile({ id: clashes!.id, name: 'theirs.png' });
  practice.control.deleteFile(vanishes!.id);

  await test.step('offline, against the copy', async () => {
    await app.go(/^Waiting/);
    await app.changes.dryRun.click();
    await expect(app.changes.pane).toContainText('4 would apply');
    await expect(app.changes.pane).toContainText(
      /Checked against the copy of (yesterday )?\d\d:\d\d, because .*Nothing was written/s,
    );
    await expect(app.changes.pane).toContainText('would need you: only the service knows');
    await expect(app.changes.dryRunFiles).toHaveCount(4);
    await app.page.keyboard.press('Escape');
    await expect(app.changes.dryRun).toBeFocused();
    await expect(app.changes.dryRunFiles).toHaveCount(0);
  });

  await test.step('online, against the service', async () => {
    // The service asks to wait before anything could be sent, and then answers again. The app comes by itself: asked to
    // try now, it might do so a second time, and send once the service answers again.
    practice.control.changeSettings({ offline: false, faults: [{ kind: 'rateLimit', retryAfterSeconds: 600 }] });
    await expect(app.status).toContainText('The service asks to wait', { timeout: 60_000 });
    practice.control.changeSettings({ faults: [] });
    await app.page.keyboard.press('Control+Shift+Enter');
    await expect(app.changes.pane).toContainText(/Asked the service at \d\d:\d\d\.\s+Nothing was written/);
    for (const words of ['1 would apply', '1 already there', '1 would need you', '1 gone from the service']) {
      await expect(app.changes.pane.getByRole('status')).toContainText(words);
    }
    const clash = app.changes.group('Would need you · 1 file').getByRole('listitem');
    await expect(clash).toContainText(/clashes.png → .*new clashes.png.*Server:.*theirs.png/s);
    await expect(app.changes.dryRunFiles.first()).toContainText('theirs.png');
    await expect(app.changes.group('Gone from the service · 1 file')).toContainText('kept under Needs you');
    const there = app.changes.button('Already there · 1 file');
    await expect(there).toHaveAttribute('aria-expanded', 'false');
    await there.click();
    await app.changes.button('Details of there.png').press('Enter');
    await expect(app.changes.pane.getByRole('link', { name: 'Show in Files' })).toBeVisible();
    expect(await findings(app.page)).toEqual([]);
    expect(writes(practice)).toEqual([]);
  });
});

test('one choice settles the same field in other files too', async ({ openOn, service }) => {
  const practice = await service();
  const names = ['one.png', 'two.png', 'three.png'];
  const files = await namedFiles(
    practice,
    names.map((name) => ({ name, keyvalues: { rarity: 'rare' } })),
  );
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  practice.control.changeSettings({ offline: true });
  for (const name of names) {
    await app.files.choose(name);
    await app.inspector.editMetadata.click();
    await app.inspector.change('rarity', `epic ${name}`);
    await app.inspector.saveMetadata();
  }
  for (const { id } of files) practice.control.editFile({ id, keyvalues: { rarity: 'mythic' } });
  practice.control.changeSettings({ offline: false });
  await app.checkNow();
  await expect(app.status).toContainText('3 need you');

  await app.go(/^Needs you/);
  await app.changes.open('one.png');
  await app.changes.decide('rarity', 'Yours');
  await expect(app.changes.pane).toContainText('The server’s “mythic” stays in this record’s history.');
  await app.changes.button('Use mine for rarity in 2 other files too').click();
  for (const { id, name } of files) {
    await expect.poll(() => practice.control.file(id)).toMatchObject({ keyvalues: { rarity: `epic ${name}` } });
  }
  await expect(app.changes.list).toHaveText(/^\s*Sent last/);
});

test('a sent rename is taken back by a new edit', async ({ openOn, service }) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'before.png' }]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  await renamed(app, 'before.png', 'after.png');
  await expect.poll(() => practice.control.file(file!.id)).toMatchObject({ name: 'after.png' });

  await app.go(/^Sent/);
  await app.changes.open('Rename before.png to after.png');
  await expect(app.changes.pane).toContainText('what was sent is changed back by a new edit');
  await app.changes.button('Take back: Rename before.png to after.png').click();
  await expect.poll(() => practice.control.file(file!.id)).toMatchObject({ name: 'before.png' });
  expect(updatesOf(practice, file!.id).applied).toBe(2);
});

test('a value comes back from the history of a file, also without the network', async ({ openOn, service }) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'aurora.png', keyvalues: { rarity: 'rare' } }]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  await app.files.choose('aurora.png');
  await app.inspector.show('History');
  await expect(app.inspector.pane).toContainText('Nothing has happened to this file');
  for (const rarity of ['epic', 'mythic']) {
    await app.inspector.editMetadata.click();
    await app.inspector.change('rarity', rarity);
    await app.inspector.saveMetadata();
    await expect.poll(() => practice.control.file(file!.id)).toMatchObject({ keyvalues: { rarity } });
  }

  practice.control.changeSettings({ offline: true });
  await app.inspector.show('History');
  await expect(app.inspector.history).toHaveCount(2);
  await expect(app.inspector.history.first()).toContainText(/rarity: .*epic.*mythic.*as it is now/s);
  await app.inspector.pane.getByRole('button', { name: 'Restore the value before: rare (rarity)' }).click();
  await expect(app.inspector.pane).toContainText('Saved on this computer as a new edit');
  await expect(app.inspector.history.first()).toContainText('Your edit, waiting');
  practice.control.changeSettings({ offline: false });
  await app.checkNow();
  await expect.poll(() => practice.control.file(file!.id)).toMatchObject({ keyvalues: { rarity: 'rare' } });
});

test('a mark is explained where it is seen: tries, the service’s words, the next try', async ({ openOn, service }) => {
  const practice = await service();
  await namedFiles(practice, [{ name: 'aurora.png' }]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  practice.control.changeSettings({ faults: [{ kind: 'error', status: 422, method: 'PUT' }] });
  await renamed(app, 'aurora.png', 'dawn.png');
  await expect(app.inspector.pane).toContainText('The service did not accept this');
  await app.page.keyboard.press('Control+/');
  for (const words of ['aurora.png', 'What was sent', '422', 'Request', 'After you edit it or try again']) {
    await expect(app.inspector.pane.getByRole('listitem').first()).toContainText(words);
  }

  await app.go(/^Needs you/);
  await app.changes.open('Rename');
  await expect(app.changes.pane.getByText('The story of this edit')).toBeVisible();
  await app.page.keyboard.press('Control+/');
  await expect(app.changes.pane.getByText('What was sent').first()).toBeVisible();
});
