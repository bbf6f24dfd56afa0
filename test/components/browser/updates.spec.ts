import type { Updates } from '../../../src/contract/updates.ts';
import { updateProblem } from '../../../src/domain/updates/update-state.ts';
import { updateMessages } from '../../../src/views/messages/update-messages.ts';
import { findings } from '../../e2e/pages/axe-findings.ts';
import { expect, test } from './fixture.ts';

const notesUrl = 'https://releases.test/latest';
const states = {
  notConfigured: { kind: 'notConfigured' },
  resting: { kind: 'resting' },
  checking: { kind: 'checking' },
  upToDate: { kind: 'upToDate' },
  later: { kind: 'later', version: '2.0.0' },
  available: { kind: 'available', version: '2.0.0', sizeBytes: 100_000_000, notesUrl },
  noPackage: { kind: 'available', version: '2.0.0', sizeBytes: null, notesUrl },
  downloading: { kind: 'downloading', version: '2.0.0', doneBytes: 40_000_000, sizeBytes: 100_000_000 },
  ready: { kind: 'ready', version: '2.0.0', path: '/profile/updates/pinfold.deb', notesUrl },
} as const satisfies Record<string, Updates['state']>;

test('updates say how far they are, and offer what can be done then', async ({ page, show, core }) => {
  await show('app', 'settings/about');
  const pane = page.getByRole('region', { name: 'Updates' });
  const look = pane.getByRole('button', { name: 'Check now' });
  await expect(pane).toContainText('This build does not look for updates');
  await expect(pane.getByRole('button')).toHaveCount(0);

  await core.updatesAre({ state: states.resting });
  await expect(pane).toContainText('Not looked yet.');
  await pane.getByRole('checkbox', { name: 'once a day' }).click();
  await expect(pane.getByRole('checkbox', { name: 'once a day' })).toBeChecked();
  expect(await core.asked('updates.choose')).toBe(1);
  await look.click();
  await core.updatesAre({ state: states.checking });
  await expect(pane).toContainText('Checking…');
  await expect(look).toHaveAttribute('aria-disabled', 'true');

  await core.updatesAre({ state: states.upToDate, checkedAtMs: 0 });
  await expect(pane).toContainText('Pinfold 1.0.0 is the newest version.');
  await core.updatesAre({ state: states.later });
  await expect(pane).toContainText('Pinfold 2.0.0 is released step by step');
  await core.updatesAre({ state: states.noPackage });
  await expect(pane).toContainText('no package for this computer');
  await core.updatesAre({ state: states.available });
  await pane.getByRole('button', { name: 'Download it, 100 MB' }).click();
  expect(await core.asked('updates.download')).toBe(1);
  await core.updatesAre({ state: states.downloading });
  await expect(pane.getByRole('progressbar')).toHaveAttribute('value', '0.4');

  await core.updatesAre({ state: states.ready, filesWithEdits: 3 });
  await expect(pane).toContainText('Close Pinfold, and open the package.');
  await expect(pane).toContainText('Edits to 3 files are not settled. They stay on this computer');
  await expect(pane).toContainText('/profile/updates/pinfold.deb');
  await expect(look).toHaveCount(0);
  await pane.getByRole('button', { name: 'Show the package' }).click();
  await expect(pane).toContainText(`The system could not show it. ${notesUrl}`);
  expect(await findings(page)).toEqual([]);
});

test('each way in which updates fail has its sentence, and another look is offered', async ({ page, show, core }) => {
  await show('app', 'settings/about');
  const pane = page.getByRole('region', { name: 'Updates' });
  for (const problem of updateProblem.options) {
    await core.updatesAre({ state: states.resting, problem });
    await expect(pane.getByRole('status').first()).toContainText(updateMessages.problems[problem]);
    await expect(pane.getByRole('button', { name: 'Check now' })).toBeEnabled();
  }
  await core.updatesAre({ isWebHost: true });
  await expect(pane).toContainText('npm installs its updates');
});

test('the first screen asks whether to look for updates, where the build has a place to look at', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'library');
  await page.evaluate(() => void (location.hash = '#/connect'));
  const question = page.getByRole('checkbox', { name: 'once a day' });
  await expect(page.getByRole('button', { name: 'Practise with sample data' })).toBeVisible();
  await expect(question).toHaveCount(0);
  await core.updatesAre({ state: states.resting });
  await expect(question).not.toBeChecked();
  await question.click();
  await expect(question).toBeChecked();
  expect(await core.asked('updates.choose')).toBe(1);
  expect(await findings(page)).toEqual([]);
});
