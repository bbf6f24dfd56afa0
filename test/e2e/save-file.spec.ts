import { expect, test } from './pages/preconditions.ts';
import { savedFile } from './pages/saved-file.ts';
import { namedFiles } from './pages/service-files.ts';

test(
  'the page saves its tables and the waiting edits, in a browser and in a window',
  { tag: '@shell' },
  async ({ openOn, service }) => {
    const practice = await service();
    await namedFiles(practice, [{ name: 'aurora.png' }]);
    const app = await openOn(practice);
    await expect(app.status).toContainText('Up to date');
    await app.go(/^API keys/);
    const table = await savedFile(app, () => app.keys.fromMenu('Export CSV'));
    expect(table).toMatch(/^\uFEFFid,/);

    practice.control.changeSettings({ offline: true });
    await app.go(/^Files/);
    await app.files.choose('aurora.png');
    await app.inspector.rename('borealis.png');
    await app.go('Changes');
    const edits = await savedFile(app, () => app.changes.fromMenu('Export waiting edits'));
    expect(edits).toContain('borealis.png');

    if (app.running.standIn === null) return;
    const record = await app.running.standIn.record();
    const asked = record.filter(({ what }) => what === 'dialog.showSaveDialog').map((one) => JSON.stringify(one.with));
    expect(asked).toEqual([expect.stringContaining('api-keys.csv'), expect.stringContaining('waiting-edits.json')]);
    expect(record.filter(({ what }) => what === 'download')).toEqual([]);
  },
);
