import { findings } from './pages/axe-findings.ts';
import { everyState, show } from './pages/every-state.ts';
import { copying, expect, test } from './pages/preconditions.ts';

/** A theme changes colours and nothing else: the second is looked at for what depends on them. */
const themes = [
  ['light', undefined],
  ['dark', ['color-contrast']],
] as const;

for (const [screens, states] of Object.entries(everyState)) {
  test(`axe finds nothing in any state of ${screens}, in both themes`, { tag: '@web-host' }, async ({ open }) => {
    test.slow(); // two looks at each state
    const app = await open({ env: { PINFOLD_PRACTICE_EMPTY: '0' } });
    await app.firstRun.practise.click();
    await expect(app.status).toContainText(/needs? you/, copying);
    for (const state of states) {
      await test.step(state.name, async () => {
        await show(app, state);
        for (const [colorScheme, rules] of themes) {
          await app.page.emulateMedia({ colorScheme });
          expect.soft(await findings(app.page, rules), `${state.name}, ${colorScheme}`).toEqual([]);
        }
        await state.leave?.(app);
      });
    }
  });
}

test('a button without a name and words in pale grey would be found', { tag: '@web-host' }, async ({ page }) => {
  await page.setContent('<main><button></button><p style="color: #ddd; background: #fff">pale</p></main>');
  expect((await findings(page)).join()).toMatch(/button-name.*color-contrast/);
  expect(await findings(page, ['color-contrast'])).toEqual([expect.stringMatching(/^color-contrast/)]);
});
