import type { Locator, Page } from 'playwright/test';
import { expect } from 'playwright/test';

/** Naming what a list shows, and the list of those names. */
export class SavedViews {
  readonly #page: Page;
  /** The list of names. */
  readonly dialog: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.dialog = page.getByRole('dialog', { name: 'Saved views' });
  }

  /** Saves what is on screen, by the keyboard once the dialog is open. */
  async save(name: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Save view…' }).click();
    const naming = this.#page.getByRole('dialog');
    await this.#type(naming.getByRole('textbox'), name);
    await expect(naming).toBeHidden();
  }

  async open(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Views…' }).click();
  }

  async rename(from: string, to: string): Promise<void> {
    await this.dialog.getByRole('button', { name: `Rename ${from}` }).click();
    await this.#type(this.dialog.getByRole('textbox'), to);
  }

  /** The field has the focus at once, and what it held is replaced. */
  async #type(field: Locator, text: string): Promise<void> {
    await expect(field).toBeFocused();
    await this.#page.keyboard.insertText(text);
    await this.#page.keyboard.press('Enter');
  }
}
