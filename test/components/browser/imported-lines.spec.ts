import type { Page } from 'playwright/test';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import type { ImportedLine } from '../../../src/domain/service/imported-line.ts';
import { expect, test } from './fixture.ts';

/** Ids that were made one after the other begin alike (UUID version 7, RFC 9562, 5.7). */
const idAt = (line: number): string => `01932f6a-7c11-7abc-8def-${String(line).padStart(12, '0')}`;
const lines: readonly ImportedLine[] = [1, 2].map((line) => ({
  ...{ line, text: idAt(line), network: null },
  reason: { kind: 'notFound' },
}));

const answerImport = (page: Page): Promise<void> =>
  page.evaluate((brought) => {
    const { ask } = window.core;
    type Asked = Parameters<typeof ask>;
    const answer = (name: Asked[0], input: Asked[1]) =>
      name === 'files.import' ? Promise.resolve({ ok: true, value: { lines: brought, added: 0 } }) : ask(name, input);
    Object.assign(window.core, { ask: answer });
  }, lines);

for (const width of [1280, 320])
  test(`the lines of an import are told apart by their whole ids, at ${width} px`, async ({ page, show, core }) => {
    await page.setViewportSize({ width, height: 800 });
    const yes = { kind: 'yes', checkedAtMs: 0 } as const;
    const listing = { kind: 'no', checkedAtMs: 0, words: '404: "no route"', requestId: null } as const;
    await show('app', 'files', async () => {
      await answerImport(page);
      await core.become('files', 0);
      await core.stand({}, { learnt: { ...noTraits, keys: yes, listing } });
    });
    await page.getByRole('textbox', { name: 'File ids' }).fill(lines.map(({ text }) => text).join('\n'));
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const found = page.getByRole('dialog').getByRole('list', { name: 'What became of each line' });
    await expect(found.getByRole('listitem')).toHaveCount(2);
    const ids = found.locator('.mono');
    expect(await ids.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))).toEqual([0, 0]);
    expect(await found.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await expect(ids.first()).toHaveText(idAt(1));
  });
