import type { Locator, Page } from '@playwright/test';

export class SettingsScreen {
  readonly parts: Locator;
  readonly part: Locator;
  readonly newToken: Locator;
  readonly replaceToken: Locator;

  constructor(page: Page) {
    this.parts = page.getByRole('list', { name: 'Parts of Settings' });
    this.part = page.getByRole('main');
    this.newToken = page.getByLabel('New token');
    this.replaceToken = page.getByRole('button', { name: 'Replace token' });
  }

  async show(part: string): Promise<void> {
    await this.parts.getByRole('button', { name: part }).click();
  }
}
