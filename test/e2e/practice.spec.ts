import { expect, test } from './pages/preconditions.ts';

/** Practice as a newcomer meets it, with edits and uses that are there already. */
const asAlways = { env: { PINFOLD_PRACTICE_EMPTY: '' } };

test('practice begins with something on every screen', async ({ open }) => {
  test.slow();
  const app = await open(asAlways);
  await app.firstRun.practise.click();
  await expect(app.status).toContainText('Working offline', { timeout: 120_000 });
  await expect(app.practice.network).not.toBeChecked();

  await test.step('the list begins with files that people make', async () => {
    await expect(app.files.rows.first()).toContainText('brass-meridian-astrolabe-01-lod0.glb');
  });

  await test.step('five files carry the marks of what became of an edit', async () => {
    await app.nav.getByRole('link', { name: /^Edited here/ }).click();
    await expect(app.files.found).toContainText('5 files');
    await expect(app.files.grid.getByRole('gridcell', { name: /^waiting/ })).toHaveCount(3);
    await expect(app.files.grid.getByRole('gridcell', { name: /^held/ })).toHaveCount(1);
    await expect(app.files.grid.getByRole('gridcell', { name: /^needs you/ })).toHaveCount(1);
  });

  await test.step('the network takes the three edits, and leaves what needs a person', async () => {
    await app.practice.network.click();
    await expect(app.status).toContainText('1 needs you');
    await expect(app.status).not.toContainText('Working offline');
    await expect(app.status).not.toContainText('3 files waiting');
  });
});
