import { join } from 'node:path';
import type { App } from './pages/app.ts';
import { copying, expect, test } from './pages/preconditions.ts';
import { practiceFiles } from './pages/service-files.ts';

test(
  'edits made without the network outlive a power cut, and arrive when the network is back',
  { tag: '@shell' },
  async ({ open, scratch }) => {
    test.slow();
    const service = practiceFiles(join(scratch, 'profile'));
    let app = await open();
    await app.firstRun.practise.click();
    // Everything is copied: on a busy machine that takes its time.
    await expect(app.files.found).toContainText('10,000 files', copying);
    await expect(app.status).toContainText('Up to date', copying);
    await app.practice.network.click();
    await expect(app.status).toContainText('Working offline');

    const [file] = service.where(
      ({ name, keyvalues }) => keyvalues?.size === 3 && /^[a-z]{4}[\w-]+\.\w+$/i.test(name ?? ''),
    );
    const [changed, removed, kept] = [...file!.keyvalues!.entries()];
    await app.files.search.fill(file!.id);
    await expect(app.files.found).toContainText('1 file');
    await app.files.openRow(file!.name!);
    await app.inspector.rename('renamed on the train.png');
    await app.inspector.editMetadata.click();
    await app.inspector.change(changed![0], 'changed on the train');
    await app.inspector.remove(removed![0]);
    await app.inspector.add('place', 'a tunnel');
    await app.inspector.saveMetadata();
    await expectWaiting(app);

    await app.running.kill();
    app = await open();
    await expect(app.practice.network).not.toBeChecked();
    await expect(app.status).toContainText('Working offline');
    await app.files.search.fill('on the train');
    await app.files.openRow('renamed on the train.png');
    await expectWaiting(app);
    expect(service.byId(file!.id)).toMatchObject({ name: file!.name });

    await app.practice.network.click();
    await expect.poll(() => service.byId(file!.id)).toMatchObject({ name: 'renamed on the train.png' });
    await expect
      .poll(() => service.byId(file!.id)?.['keyvalues'])
      .toEqual({ [changed![0]]: 'changed on the train', [kept![0]]: kept![1], place: 'a tunnel' });
    await app.files.isOnServer('renamed on the train.png');
    await expect(app.status).toContainText('Up to date');
    await expect(app.status).not.toContainText('waiting');
  },
);

async function expectWaiting({ files, inspector, status }: App): Promise<void> {
  await expect(files.stateOf('renamed on the train.png')).toContainText('waiting: 4 fields');
  await expect(inspector.pane).toContainText('renamed on the train.png waiting');
  await expect(inspector.pane).toContainText('changed on the train waiting');
  await expect(inspector.pane).toContainText('removed waiting');
  await expect(inspector.pane).toContainText('a tunnel waiting');
  await expect(status).toContainText('Changes to 1 file waiting on this computer');
}
