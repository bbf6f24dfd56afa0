import type { Locator } from 'playwright/test';
import { expect, test } from './fixture.ts';

/** The edge and the ground of a box, beside those that the tokens ask for. */
const look = (box: Locator): Promise<Readonly<Record<'edge' | 'ground' | 'wantedEdge' | 'wantedGround', string>>> =>
  box.evaluate((one: HTMLInputElement) => {
    const { appearance, borderColor, backgroundColor } = getComputedStyle(one);
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = one.checked ? 'var(--color-accent)' : 'var(--color-control)';
    probe.style.backgroundColor = one.checked ? 'var(--color-accent)' : 'var(--color-raised)';
    const wanted = getComputedStyle(probe);
    const found = { wantedEdge: wanted.color, wantedGround: wanted.backgroundColor };
    probe.remove();
    return { edge: appearance === 'none' ? borderColor : appearance, ground: backgroundColor, ...found };
  });

for (const theme of ['light', 'dark'] as const) {
  test(`boxes and circles have the colours of the tokens in the ${theme} theme`, async ({ page, show }) => {
    await show('app', 'keys');
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
    await page.getByText('More filters').click();
    const box = page.getByRole('checkbox', { name: 'Limited use' });
    const empty = await look(box);
    await box.check();
    const full = await look(box);
    expect([empty.edge, empty.ground]).toEqual([empty.wantedEdge, empty.wantedGround]);
    expect([full.edge, full.ground]).toEqual([full.wantedEdge, full.wantedGround]);
    expect(empty.ground).not.toBe(full.ground);
  });
}
