import type { Locator, Page } from 'playwright/test';
import type { App } from './app.ts';
import { FilesScreen } from './files-screen.ts';
import { savedFile } from './saved-file.ts';

/** Edits of many files: what is selected, the steps, what they would do, and tables that go out and come back. */
export class BulkEdit {
  readonly page: Page;
  readonly dialog: Locator;
  /** What is selected and what can be done with it. */
  readonly bar: Locator;
  /** "312 files change · 4 left out". */
  readonly counts: Locator;
  readonly planned: Locator;
  readonly problems: Locator;
  readonly putEarlierBack: Locator;
  /** The last change, and what takes it back. */
  readonly undoBar: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog');
    this.bar = page.getByRole('group', { name: 'Selected files' });
    this.counts = this.dialog.getByRole('status');
    this.planned = this.dialog.getByRole('listbox', { name: 'What would change' }).getByRole('option');
    this.problems = this.dialog.getByRole('list', { name: /cannot be used/ }).getByRole('listitem');
    this.putEarlierBack = this.dialog.getByRole('checkbox', { name: 'Put earlier values back, too' });
    this.undoBar = page.getByRole('region', { name: 'Last change' });
  }

  button(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name });
  }

  async setKey(key: string, value: string): Promise<void> {
    await this.dialog.getByRole('textbox', { name: 'Key', exact: true }).last().fill(key);
    await this.dialog.getByRole('textbox', { name: 'Value', exact: true }).last().fill(value);
  }

  async preview(): Promise<void> {
    await this.button('Preview').click();
    await this.planned.first().waitFor();
  }

  /** Exports what is in the list as CSV. @returns the text of the file */
  async exportCsv(app: App): Promise<string> {
    await new FilesScreen(this.page).fromMenu('Export…');
    return savedFile(app, () => this.button('Export').click());
  }

  async importTable(name: string, text: string): Promise<void> {
    await new FilesScreen(this.page).fromMenu('Import table…');
    const choosing = this.page.waitForEvent('filechooser');
    await this.button('Choose a file…').click();
    await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  }
}
