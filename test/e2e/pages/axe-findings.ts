import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/**
 * What axe finds wrong with the screen, each with the first element it is about.
 *
 * @param rules the names of those to look for; all of them without it
 */
export async function findings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // Legacy mode needs no second page, which a window of Electron would not open.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  // Of what is found right, axe then keeps one example and not each element.
  const runOnly = rules === undefined ? {} : { runOnly: { type: 'rule' as const, values: [...rules] } };
  const { violations } = await axe.options({ resultTypes: ['violations'], ...runOnly }).analyze();
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}): ${nodes[0]?.html}`);
}
