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
    this.editMetadata = this.pane.getByRole('button', { name: 'Metadata', exact: true });
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

  /** The value of a pair in the editor. */
  field(key: string): Locator {
    return this.pane.getByRole('combobox', { name: key, exact: true });
  }

  async change(key: string, to: string): Promise<void> {
    await typed(this.field(key), to);
  }

  /** Gives a pair another key. */
  async renameKey(key: string, to: string): Promise<void> {
    await typed(this.pane.getByRole('combobox', { name: `Key ${key}`, exact: true }), to);
  }

  async remove(key: string): Promise<void> {
    await this.pane.getByRole('button', { name: `Remove ${key}`, exact: true }).click();
  }

  /** Adds a pair to the open editor, without saving. */
  async add(key: string, value: string): Promise<void> {
    await this.pane.getByRole('button', { name: 'Add a pair' }).click();
    await typed(this.pane.getByRole('combobox', { name: 'New key' }).last(), key);
    await typed(this.pane.getByRole('combobox', { name: 'New value' }).last(), value);
  }
}

/** The list of suggestions, which covers what is below the field, closes as the focus leaves. */
async function typed(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.blur();
}
