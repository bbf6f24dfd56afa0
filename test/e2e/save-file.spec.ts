import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';
import { isOwnersOnly } from '../hosting/owner-only.ts';

test(
  'a window saves what the page exports where the person says',
  { tag: '@stand-in' },
  async ({ openOn, service, scratch }) => {
    const practice = await service();
    await namedFiles(practice, [{ name: 'aurora.png' }]);
    const app = await openOn(practice);
    const standIn = app.running.standIn!;
    await expect(app.status).toContainText('Up to date');
    await app.go(/^API keys/);

    const table = join(scratch, 'keys.csv');
    await standIn.saveTo(table);
    await app.keys.tool('Export CSV').click();
    const saved = (path: string) => () => {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return 'nothing yet';
      }
    };
    await expect.poll(saved(table)).toMatch(/^\uFEFFid,/);
    expect(isOwnersOnly(table)).toBe(true);

    practice.control.changeSettings({ offline: true });
    await app.go(/^Files/);
    await app.files.choose('aurora.png');
    await app.inspector.rename('borealis.png');
    await app.go('Changes');
    const edits = join(scratch, 'edits.json');
    await standIn.saveTo(edits);
    await app.page.getByRole('button', { name: 'Export pending edits' }).click();
    await expect.poll(saved(edits)).toContain('borealis.png');

    const record = await standIn.record();
    const asked = record.filter(({ what }) => what === 'dialog.showSaveDialog').map((one) => JSON.stringify(one.with));
    expect(asked).toEqual([expect.stringContaining('keys.csv'), expect.stringContaining('.json')]);
    expect(record.filter(({ what }) => what === 'download')).toEqual([]);
  },
);
