import type { Page } from 'playwright/test';
import { findings } from '../../e2e/pages/axe-findings.ts';
import { expect, test } from './fixture.ts';
import { loadingStates, screenStates } from './states.ts';

/** Follows a link of the page to another screen of the same connection. */
const goTo = (page: Page, screen: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = `${/^#\/c\/[^/?]+/.exec(location.hash)?.[0] ?? ''}/${to}`;
  }, screen);

const elsewhere = (screen: string): string => (screen === 'library' ? 'changes' : 'library');

for (const given of screenStates) {
  test(`${given.screen}, ${given.state}: says what it is and what can be done`, async ({ page, show, core }) => {
    const screen = given.screen === 'strip' ? 'files' : given.screen;
    await show('app', elsewhere(screen));
    const foot = page.getByRole('contentinfo');
    await foot.waitFor();
    await core.refuse(...(given.refused ?? []));
    for (const list of given.empty ?? []) await core.become(list, 0);
    await core.fillLibrary(given.library ?? 'full');
    await core.stand(given.status ?? {}, given.connection);
    await goTo(page, screen);
    if (given.typed) await page.getByRole('searchbox', { name: given.typed.field }).fill(given.typed.text);
    const place = given.screen === 'strip' ? foot : page.locator('body');
    for (const words of given.words) await expect(place).toContainText(words);
    for (const name of given.ways ?? [])
      await expect(place.getByRole('button', { name }).or(place.getByRole('link', { name })).first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
}

for (const { screen, held } of loadingStates) {
  test(`${screen}, loading: says nothing before there is something to say`, async ({ page, show, core }) => {
    await show('app', elsewhere(screen));
    await page.getByRole('contentinfo').waitFor();
    await core.hold(...held);
    await goTo(page, screen);
    await expect(page.locator('.skeleton, .coming').first()).toBeVisible();
    await expect(page.locator('.empty').filter({ hasNotText: 'No file is chosen' })).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
    await core.release();
    await expect(page.locator('.skeleton, .coming').first()).toBeHidden();
  });
}
