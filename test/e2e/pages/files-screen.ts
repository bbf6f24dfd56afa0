import { expect, type Locator, type Page } from 'playwright/test';

export class FilesScreen {
  readonly search: Locator;
  readonly grid: Locator;
  /** The list with what stands above it. */
  readonly list: Locator;
  /** "40 files". */
  readonly found: Locator;
  readonly addFilterButton: Locator;
  /** The dialog that puts a filter together. */
  readonly builder: Locator;
  readonly chips: Locator;

  constructor(page: Page) {
    this.search = page.getByRole('searchbox', { name: 'Search files' });
    this.list = page.getByRole('region', { name: 'Files', exact: true });
    this.grid = this.list.getByRole('grid');
    this.found = this.list.locator('#files-found');
    this.addFilterButton = this.list.getByRole('button', { name: 'Add filter' });
    this.builder = page.getByRole('dialog', { name: 'Add filter' });
    this.chips = this.list.getByRole('group', { name: 'Filters' }).getByRole('listitem');
  }

  /** Rows of files in sight or near it, without the headings. */
  get rows(): Locator {
    return this.grid.getByRole('row').filter({ has: this.grid.page().getByRole('gridcell') });
  }

  get selected(): Locator {
    return this.grid.getByRole('row', { selected: true });
  }

  row(name: string): Locator {
    return this.rows.filter({ has: this.grid.page().getByTitle(name, { exact: true }) });
  }

  /** The words about where a file's edits stand. */
  stateOf(name: string): Locator {
    return this.row(name).getByRole('gridcell').last();
  }

  /** Waits until no edit of a file is unfinished: its row then says when the file was added. */
  async isOnServer(name: string): Promise<void> {
    await expect(this.stateOf(name)).toHaveClass(/onServer/);
  }

  /** Looks for a file by its name and opens it in the inspector. */
  async choose(name: string): Promise<void> {
    await this.search.fill(name);
    await this.openRow(name);
  }

  /** Opens a file that is in sight, and waits until the inspector speaks of it. */
  async openRow(name: string): Promise<void> {
    const inspector = this.grid.page().getByRole('complementary', { name: 'Inspector' });
    // An answer that arrives between the look and the click may show another file in the same row.
    await expect(async () => {
      await this.row(name).first().click({ timeout: 5_000 });
      await inspector.getByRole('heading', { name, exact: true }).waitFor({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
  }

  /** Adds a filter by what is offered for a field. */
  async addFilter(field: string, value: string): Promise<void> {
    await this.addFilterButton.click();
    await this.builder.getByRole('combobox', { name: 'Filter by' }).selectOption(field);
    await this.builder.getByRole('option', { name: new RegExp(`^${value}`) }).click();
  }

  /** Chooses what the menu of the list offers. */
  async fromMenu(name: string): Promise<void> {
    const page = this.grid.page();
    await this.list.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name }).click();
  }

  async sortBy(column: string): Promise<void> {
    await this.grid.getByRole('columnheader', { name: column }).getByRole('button').click();
  }

  /** Pastes ids where the service cannot list its files. */
  async importIds(ids: readonly string[]): Promise<void> {
    const page = this.grid.page();
    await page.getByRole('textbox', { name: 'File ids' }).fill(ids.join('\n'));
    await page.getByRole('button', { name: 'Import', exact: true }).click();
  }

  /** What became of one pasted line. */
  imported(line: string): Locator {
    // While the first file arrives the report stands in the dialog and, for a moment, where the empty list was.
    const lines = this.grid.page().getByRole('list', { name: 'What became of each line' }).first();
    return lines.getByRole('listitem').filter({ hasText: line });
  }
}
