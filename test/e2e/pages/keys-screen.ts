import type { Locator, Page } from 'playwright/test';

export class KeysScreen {
  readonly grid: Locator;
  readonly list: Locator;
  readonly name: Locator;
  readonly scope: Locator;
  readonly conditions: Locator;
  readonly moreFilters: Locator;
  readonly revoked: Locator;
  readonly limitedUse: Locator;
  readonly exhausted: Locator;
  /** The key this app uses, in words. */
  readonly own: Locator;
  /** What there is to tell of keys near their end. */
  readonly news: Locator;
  readonly inspector: Locator;
  /** "400 keys". */
  readonly found: Locator;

  constructor(page: Page) {
    this.list = page.getByRole('region', { name: /API keys$/ });
    this.grid = this.list.getByRole('grid', { name: 'API keys' });
    const filters = this.list.getByRole('search', { name: 'Filters' });
    this.name = filters.getByRole('searchbox', { name: 'Name' });
    this.scope = filters.getByRole('searchbox', { name: 'Scope' });
    this.conditions = filters.getByRole('radiogroup', { name: 'Condition' });
    this.moreFilters = this.list.getByText(/^More filters/);
    this.revoked = this.list.getByRole('combobox', { name: 'Revoked' });
    this.limitedUse = this.list.getByRole('checkbox', { name: 'Limited use' });
    this.exhausted = this.list.getByRole('checkbox', { name: 'Used up' });
    this.own = this.list.getByRole('region', { name: 'The key this app uses' });
    this.news = page.getByRole('region', { name: 'API keys near their end' });
    this.inspector = page.getByRole('complementary', { name: 'API key' });
    this.found = this.list.getByText(/^[\d,]+ keys?$/);
  }

  /** A button above the list. */
  tool(name: string): Locator {
    return this.list.getByRole('group', { name: 'What can be done with this list' }).getByRole('button', { name });
  }

  /** An entry of the menu above the list. */
  async fromMenu(name: string): Promise<void> {
    await this.tool('More for this list').click();
    await this.list.page().getByRole('menuitem', { name }).click();
  }

  row(name: string): Locator {
    return this.grid.getByRole('row').filter({ has: this.grid.page().getByText(name, { exact: true }) });
  }
}
