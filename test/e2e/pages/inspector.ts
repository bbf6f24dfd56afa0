import type { Locator, Page } from 'playwright/test';

export class Inspector {
  readonly pane: Locator;
  readonly title: Locator;
  readonly newName: Locator;
  readonly save: Locator;
  readonly editMetadata: Locator;

  constructor(page: Page) {
    this.pane = page.getByRole('complementary', { name: 'Inspector' });
    this.title = this.pane.getByRole('heading', { level: 2 });
    this.newName = this.pane.getByRole('textbox', { name: 'New name' });
    this.save = this.pane.getByRole('button', { name: 'Save' });
    this.editMetadata = this.pane.getByRole('button', { name: 'Edit metadata' });
  }

  /** Opens a part that is folded away; one that is open stays open. */
  async show(part: 'Record' | 'History' | 'Signature' | 'What the service said'): Promise<void> {
    const fold = this.pane.getByRole('button', { name: new RegExp(`^${part}`) });
    if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
  }

  /** What the history says, newest first. */
  get history(): Locator {
    return this.pane.getByRole('list', { name: 'What happened to this file, newest first' }).getByRole('listitem');
  }

  /** Saves the metadata in the editor, which closes when they are kept. */
  async saveMetadata(): Promise<void> {
    await this.save.click();
    await this.editMetadata.waitFor();
  }

  async startRename(): Promise<void> {
    await this.pane.getByRole('button', { name: 'Rename' }).click();
  }

  /** Renames the file, and waits until the name is kept: the form closes then. */
  async rename(to: string): Promise<void> {
    await this.tryToRename(to);
    await this.newName.waitFor({ state: 'hidden' });
  }

  /** Asks for another name, which may be refused: then the form stays. */
  async tryToRename(to: string): Promise<void> {
    await this.startRename();
    await this.newName.fill(to);
    await this.save.click();
  }

  async change(key: string, to: string): Promise<void> {
    await this.pane.getByRole('textbox', { name: key, exact: true }).fill(to);
  }

  async remove(key: string): Promise<void> {
    await this.pane.getByRole('button', { name: `Remove ${key}`, exact: true }).click();
  }

  /** Adds a pair to the open editor, without saving. */
  async add(key: string, value: string): Promise<void> {
    await this.pane.getByRole('button', { name: 'Add a pair' }).click();
    await this.pane.getByRole('textbox', { name: 'New key' }).last().fill(key);
    await this.pane.getByRole('textbox', { name: 'New value' }).last().fill(value);
  }
}
