import { expect, test } from './pages/preconditions.ts';
import { namedFiles, updatesOf } from './pages/service-files.ts';

test('an answer lost after the change is told as such, and the change is not made twice', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'one.png' }]);
  const { id } = file!;
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  // Slow, so that the network can go between the loss of the answer and the look whether the change has arrived.
  practice.control.changeSettings({ latencyMs: 1_000, faults: [{ kind: 'dropAfterApply', method: 'PUT' }] });
  await app.files.choose('one.png');
  await app.inspector.rename('two.png');
  await expect.poll(() => practice.control.file(id), { intervals: [20] }).toMatchObject({ name: 'two.png' });
  practice.control.changeSettings({ offline: true, latencyMs: 0, faults: [] });
  await app.go(/^Waiting/);
  await app.changes.open('Rename one.png');
  await expect(app.changes.pane).toContainText(
    'Sent, but no answer came. Checking whether it arrived before trying again.',
  );

  practice.control.changeSettings({ offline: false });
  await app.checkNow();
  await app.go(/^Files/);
  await app.files.search.fill('two.png');
  await app.files.isOnServer('two.png');
  await expect(app.status).toContainText('Up to date');
  expect(updatesOf(practice, id)).toEqual({ asked: 1, applied: 1 });
});

test('a service that asks to wait is left alone, and then gets the change', async ({ openOn, service }) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'one.png' }]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  practice.control.forgetRequests();
  practice.control.changeSettings({ faults: [{ kind: 'rateLimit', retryAfterSeconds: 600 }] });
  await app.files.choose('one.png');
  await app.inspector.rename('two.png');
  await expect(app.status).toContainText('The service asks to wait (429); the network is fine. Going on in');
  await expect(app.status).toContainText('Changes to 1 file waiting on this computer');
  await app.inspector.rename('three.png');
  await expect(app.inspector.pane).toContainText('three.png waiting');
  expect(practice.control.requests()).toHaveLength(1);
  practice.control.changeSettings({ faults: [] });
  await app.checkNow();
  await expect.poll(() => practice.control.file(file!.id)).toMatchObject({ name: 'three.png' });
  await expect(app.status).toContainText('Up to date');
});

test(
  'a portal that answers in place of the service changes nothing',
  { tag: '@shell' },
  async ({ openOn, service }) => {
    const practice = await service();
    const [file] = await namedFiles(practice, [{ name: 'one.png' }]);
    const app = await openOn(practice);
    await expect(app.status).toContainText('Up to date');
    practice.control.changeSettings({ faults: [{ kind: 'html', status: 200 }] });
    await app.files.choose('one.png');
    await app.inspector.rename('two.png');
    await expect(app.status).toContainText('Something else answered in place of the service.');
    await expect(app.inspector.pane).toContainText('two.png waiting');
    await app.files.search.fill('');
    await expect(app.files.found).toContainText('40 files');
    expect(practice.control.file(file!.id)).toMatchObject({ name: 'one.png' });
    practice.control.changeSettings({ faults: [] });
    await app.checkNow();
    await expect.poll(() => practice.control.file(file!.id)).toMatchObject({ name: 'two.png' });
  },
);
