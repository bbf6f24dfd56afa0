import { signatureMessages, signatureStatusMessages } from '../../../src/views/signatures/signatures-messages.ts';
import { SignaturesScreen } from '../../e2e/pages/signatures-screen.ts';
import { expect, test } from './fixture.ts';

const CID = 'bafkreih5aznjvttude6c3wbvqeebb6rlx5wkbzyppv7garjiubll2ceym4';

test('what a signature is that a person had fetched is said, and of one that is only looked at nothing', async ({
  page,
  show,
}) => {
  await show('app', 'signatures', () =>
    page.evaluate(() => {
      const { ask } = window.core;
      type Asked = Parameters<typeof ask>;
      const noMatch = { kind: 'fetched', status: 'noMatch', signature: '0x1', date: null, address: null };
      const fetched = { ok: true, value: { ...noMatch, fetchedAtMs: 0, checkedAtMs: 0 } };
      const answer = (name: Asked[0], input: Asked[1]) =>
        name === 'signatures.fetch' ? Promise.resolve(fetched) : ask(name, input);
      Object.assign(window.core, { ask: answer });
    }),
  );
  const signatures = new SignaturesScreen(page);
  await signatures.paste(CID);
  await expect(signatures.lookUp).toContainText(signatureMessages.notFetched);
  const said = signatures.lookUp.locator('[role=status]').filter({ hasText: signatureStatusMessages.noMatch });
  await expect(said).toHaveCount(0);
  await signatures.lookUp.getByRole('button', { name: signatureMessages.fetch, exact: true }).click();
  await expect(signatures.lookUp).toContainText(signatureMessages.noMatch);
  await expect(said).toHaveCount(1, { timeout: 5_000 });
});
