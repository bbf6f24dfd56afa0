import type { Locator, Page } from 'playwright/test';

export class PracticeBar {
  readonly network: Locator;
  readonly fault: Locator;
  readonly somebodyElse: Locator;

  constructor(page: Page) {
    const bar = page.getByRole('region', { name: 'Practice service' });
    this.network = bar.getByRole('switch', { name: 'Network' });
    this.fault = bar.getByRole('combobox', { name: 'Fault' });
    this.somebodyElse = bar.getByRole('button', { name: 'Somebody else edits this file' });
  }
}
