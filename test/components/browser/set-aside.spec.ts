import { noTraits } from '../../../src/domain/connections/connection.ts';
import { expect, test } from './fixture.ts';

const answered = { learnt: { ...noTraits, keys: { kind: 'yes', checkedAtMs: 0 } } } as const;
const reason = 'API key 0192e9e0-7e5c-7b5e-9f5f-1f4c0a3b2d11: cannot store REAL value in INTEGER column key_uses.uses';

test.describe('records of the service that could not be copied', () => {
  for (const [name, width] of [
    ['wide', 1_280],
    ['narrow', 400],
  ] as const) {
    test(`are counted in the strip with the reason of the first (${name})`, async ({ page, show, core }) => {
      await page.setViewportSize({ width, height: 700 });
      await show('app');
      await core.stand({ setAside: 3, setAsideReason: reason }, answered);
      const strip = page.getByRole('contentinfo');
      await expect(strip).toContainText(`3 records of the service could not be copied (the first: ${reason})`);
      expect(await strip.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    });
  }
});
