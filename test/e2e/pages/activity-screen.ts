import type { Locator, Page } from 'playwright/test';

/** What happened to a connection. */
export class ActivityScreen {
  readonly list: Locator;
  readonly entries: Locator;
  /** The course of the chosen entry. */
  readonly pane: Locator;
  readonly since: Locator;
  readonly seen: Locator;

  constructor(page: Page) {
    this.list = page.getByRole('listbox', { name: 'What happened, newest first' });
    this.entries = this.list.getByRole('option');
    this.pane = page.getByRole('region', { name: 'The chosen entry' });
    this.since = page.getByRole('region', { name: 'Since you last looked' });
    this.seen = this.since.getByRole('button', { name: 'Seen' });
  }

  entry(text: string | RegExp): Locator {
    return this.entries.filter({ hasText: text }).first();
  }
}
