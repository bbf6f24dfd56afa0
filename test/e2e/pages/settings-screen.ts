import type { Locator, Page } from 'playwright/test';

export class SettingsScreen {
  readonly parts: Locator;
  readonly part: Locator;
  readonly newToken: Locator;
  readonly replaceToken: Locator;
  readonly address: Locator;
  readonly changeAddress: Locator;
  readonly readOnly: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.parts = page.getByRole('list', { name: 'Parts of Settings' });
    this.part = page.getByRole('main');
    this.newToken = page.getByLabel('New token');
    this.#page = page;
    this.address = page.getByLabel('Address of the service');
    this.changeAddress = page.getByRole('button', { name: 'Change the address' });
    this.readOnly = page.getByRole('checkbox', { name: /^Read-only/ });
    this.replaceToken = page.getByRole('button', { name: 'Replace token' });
  }

  async show(part: string): Promise<void> {
    await this.parts.getByRole('button', { name: part }).click();
  }

  /** The button that gives an action other keys. */
  keysOf(action: string): Locator {
    return this.#page.getByRole('button', { name: `Change the keys: ${action}` });
  }

  /** The field that appears once another host is typed. */
  tokenFor(baseUrl: string): Locator {
    return this.#page.getByLabel(`Token for ${new URL(baseUrl).host}`);
  }

  /** Runs a self-test on the one file that a name finds. */
  async selfTest(name: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Settle it with a self-test…' }).click();
    await this.#page.getByRole('textbox', { name: 'File' }).fill(name);
    await this.#page.getByRole('button', { name: 'Look for it' }).click();
    await this.#page.getByRole('button', { name: 'Run the self-test' }).click();
  }
}
