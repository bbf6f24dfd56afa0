import { join } from 'node:path';
import { connectionTo, expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test('two workstations edit one file: fields come together, and a clash is asked about', async ({
  open,
  scratch,
  service,
}) => {
  test.slow(); // two apps at once
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'shared.png', keyvalues: { rarity: 'rare' } }]);
  const onService = () => practice.control.file(file!.id);
  const workstation = (name: string) =>
    open({ ...connectionTo(practice, practice.tokens.admin), profileDirectory: join(scratch, name) });
  const desk = await workstation('desk');
  let train = await workstation('train');
  for (const app of [desk, train]) {
    await expect(app.status).toContainText('Up to date');
    await app.files.choose('shared.png');
  }

  await test.step('different fields of it converge', async () => {
    practice.control.changeSettings({ offline: true });
    await desk.inspector.rename('from the desk.png');
    await train.inspector.editMetadata.click();
    await train.inspector.change('rarity', 'epic');
    await train.inspector.saveMetadata();
    practice.control.changeSettings({ offline: false });
    await desk.checkNow();
    await train.checkNow();
    await expect.poll(onService).toMatchObject({ name: 'from the desk.png', keyvalues: { rarity: 'epic' } });
    for (const app of [desk, train]) {
      await app.checkNow();
      await app.files.search.fill('from the desk');
      await app.files.isOnServer('from the desk.png');
      await expect(app.inspector.title).toHaveText('from the desk.png');
      await expect(app.inspector.pane).toContainText('epic');
    }
  });

  await test.step('the same field ends with one value there, and the other waiting for its person', async () => {
    practice.control.changeSettings({ offline: true });
    await desk.inspector.rename('desk wins.png');
    await train.inspector.rename('train wins.png');
    await expect(train.inspector.pane).toContainText('train wins.png waiting');
    // Only the desk is there when the service comes back.
    await train.running.quit();
    practice.control.changeSettings({ offline: false });
    await desk.checkNow();
    await expect.poll(onService).toMatchObject({ name: 'desk wins.png' });
    train = await workstation('train');
    await expect(train.status).toContainText('1 needs you');
    expect(onService()).toMatchObject({ name: 'desk wins.png' });
    await train.go(/^Needs you/);
    await train.changes.open('Rename');
    await expect(train.changes.field('Name')).toContainText(/from the desk.png.*train wins.png.*desk wins.png/s);
    await expect(desk.status).not.toContainText('needs you');
  });
});
