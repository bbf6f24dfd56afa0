import { findings } from './pages/axe-findings.ts';
import { everyState, show } from './pages/every-state.ts';
import { expect, test } from './pages/preconditions.ts';

test('axe finds nothing in any state of the app, in both themes', { tag: '@web-host' }, async ({ open }) => {
  test.slow(); // two looks at each of some fifty states
  const app = await open({ env: { PINFOLD_PRACTICE_EMPTY: '0' } });
  await app.firstRun.practise.click();
  await expect(app.status).toContainText(/needs? you/);
  for (const state of everyState) {
    await test.step(state.name, async () => {
      await show(app, state);
      for (const colorScheme of ['light', 'dark'] as const) {
        await app.page.emulateMedia({ colorScheme });
        // A theme changes colours and nothing else.
        const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined;
        expect.soft(await findings(app.page, rules), `${state.name}, ${colorScheme}`).toEqual([]);
      }
      await state.leave?.(app);
    });
  }
});
