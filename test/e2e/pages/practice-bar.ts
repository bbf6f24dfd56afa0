import type { Locator, Page } from 'playwright/test';

export class PracticeBar {
  readonly network: Locator;
  readonly fault: Locator;
  readonly somebodyElse: Locator;
  /** What the bar says of the last press. */
  readonly said: Locator;
  /** Opens the guided practice, or takes it up. */
  readonly guide: Locator;
  readonly guidePanel: Locator;

  constructor(page: Page) {
    const bar = page.getByRole('region', { name: 'Practice service' });
    this.network = bar.getByRole('switch', { name: 'Network' });
    this.fault = bar.getByRole('button', { name: /^Fault:/ });
    this.said = bar.locator('> [role=status]');
    this.guide = bar.getByRole('button', { name: /^Guided practice/ });
    this.guidePanel = bar.getByRole('group', { name: 'Guided practice' });
    this.somebodyElse = bar.getByRole('button', { name: 'Somebody else edits this file' });
  }

  /** The step of the guided practice that is to do now, by its title. */
  step(title: string): Locator {
    return this.guidePanel
      .getByRole('listitem')
      .and(this.guidePanel.locator('[aria-current=step]'))
      .filter({ hasText: title });
  }
}
