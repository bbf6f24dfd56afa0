import type { Locator, Page } from 'playwright/test';

/** The command palette, which Ctrl K opens. */
export class Palette {
  readonly #page: Page;
  readonly dialog: Locator;
  readonly field: Locator;
  readonly rows: Locator;
  /** How many rows there are, or why a command cannot run. */
  readonly said: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.dialog = page.getByRole('dialog', { name: 'Commands and search' });
    this.field = this.dialog.getByRole('combobox', { name: 'Search, paste a CID, or do something' });
    this.rows = this.dialog.getByRole('option');
    this.said = this.dialog.getByRole('status');
  }

  /** The row that Enter chooses. */
  get chosen(): Locator {
    return this.dialog.getByRole('option', { selected: true });
  }

  row(title: string | RegExp): Locator {
    return this.dialog.getByRole('option', { name: title });
  }

  group(title: string): Locator {
    return this.dialog.getByRole('group', { name: title });
  }

  async open(text = ''): Promise<void> {
    await this.#page.keyboard.press('Control+k');
    await this.field.fill(text);
  }
}
