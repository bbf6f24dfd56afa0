import { noTraits } from '../../../src/domain/connections/connection.ts';
import type { FileWait } from '../../../src/domain/edits/file-wait.ts';
import { ChangesScreen } from '../../e2e/pages/changes-screen.ts';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { expect, test } from './fixture.ts';

/** The page's clock stands at 0. */
const failed: FileWait = {
  kind: 'retry',
  retry: {
    failures: 2,
    retryAtMs: 24_000,
    lastFailure: { kind: 'answered', status: 500, words: 'Internal error' },
  },
};
const sentence = 'The service answered 500 twice. Trying again in 24\u00a0s.';
const answered = { learnt: { ...noTraits, keys: { kind: 'yes', checkedAtMs: 0 } } } as const;

test('a failed edit says its last answer and its next try in its row, and to a screen reader in whole words', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  await core.waitFor(failed);
  const state = files.stateOf('photo 1.png');
  await expect(state.getByText('500 · in 24\u00a0s')).toBeVisible();
  await expect(state).toHaveAttribute('title', sentence);
  await expect(files.row('photo 1.png').getByRole('gridcell', { name: `waiting: rarity. ${sentence}` })).toBeVisible();
  await files.isOnServer('photo 2.png');
});

test('a row says which field of its file waits or was refused, and its title says it whole', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const state = new FilesScreen(page).stateOf('photo 1.png');

  await core.waitFor({ kind: 'turn' });
  await expect(state).toHaveText('waiting: rarity');
  await core.refuseEdit();
  await expect(state).toHaveText('refused: rarity');
  await expect(state).toHaveAttribute('title', 'refused: rarity');
});

test('the inspector says the service’s own words, and tries again when asked', async ({ page, show, core }) => {
  await show('app');
  const inspector = new Inspector(page);
  await core.waitFor(failed);
  await new FilesScreen(page).row('photo 1.png').click();
  await expect(inspector.pane).toContainText(sentence);
  await expect(inspector.pane.locator('q')).toHaveText('Internal error');
  const asked = await core.asked('connections.checkNow');
  await inspector.pane.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => core.asked('connections.checkNow')).toBe(asked + 1);
});

/** What the inspector says of an edit that waits, as the connection stands. */
const waits: readonly (readonly [FileWait, object, object, string])[] = [
  [{ kind: 'turn' }, {}, {}, 'Saved on this computer. It waits for its turn.'],
  [{ kind: 'sending' }, {}, {}, 'Saved on this computer. It is sent to the service now.'],
  [{ kind: 'turn' }, { network: 'down' }, {}, 'Sends when the network is back.'],
  [{ kind: 'turn' }, { mode: 'paused' }, {}, 'This connection is paused. Sends when you resume.'],
  [{ kind: 'turn' }, {}, { readOnly: true }, 'This connection is read-only. Sends when Settings allow changes again.'],
  [
    { kind: 'turn' },
    { pushTrouble: { reason: 'rateLimited', attempt: 1, retryAtMs: 40_000, detail: '429: "slow down"' } },
    {},
    'The service asks to wait (429); the network is fine. Trying again in 40\u00a0s.',
  ],
  [{ kind: 'parked' }, {}, {}, 'It was made with another token, account or address'],
];

for (const [wait, status, connection, words] of waits) {
  test(`the inspector says of an edit that waits: ${words}`, async ({ page, show, core }) => {
    await show('app');
    await core.stand(status, { ...answered, ...connection });
    await core.waitFor(wait);
    await new FilesScreen(page).row('photo 1.png').click();
    await expect(new Inspector(page).pane).toContainText(words);
  });
}

test('a change set says what it waits for, and of how many of its files', async ({ page, show, core }) => {
  await show('app', 'changes');
  const changes = new ChangesScreen(page);
  await expect(changes.row('photo 1')).toContainText('Waiting for its turn');
  await core.waitFor(failed, 1);
  await expect(changes.row('photo 1').getByText('500 twice, next try in 24\u00a0s')).toHaveAttribute('title', sentence);
  await changes.open('photo 1');
  await expect(changes.pane).toContainText(sentence);
  await changes.pane.getByText('The story of this edit').click();
  await expect(changes.pane.getByText('Last answer')).toBeVisible();
  await core.stand({ network: 'down' });
  await expect(changes.row('photo 1')).toContainText('Waiting for the network');
  await expect(changes.pane).toContainText('Sends when the network is back.');
  // What a person has opened stays open while the clock and the core go on.
  await expect(changes.pane.getByText('Next try')).toBeVisible();
});
