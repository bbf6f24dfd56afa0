import { expect, type Locator, type Page } from 'playwright/test';

export class ChangesScreen {
  readonly tabs: Locator;
  readonly list: Locator;
  /** The change that is open. */
  readonly pane: Locator;
  /** Takes what is chosen in the resolver. */
  readonly use: Locator;
  readonly byHand: Locator;
  /** Runs dry everything that is ticked. */
  readonly dryRun: Locator;
  readonly sendNow: Locator;
  /** What the dry run says of each file. */
  readonly dryRunFiles: Locator;

  constructor(page: Page) {
    this.tabs = page.getByRole('navigation', { name: 'Changes by state' });
    this.list = page.getByRole('grid', { name: 'Change sets' });
    this.pane = page.getByRole('region', { name: 'Chosen change' });
    this.use = this.pane.getByRole('button', { name: 'Use this result' });
    this.dryRun = page.getByRole('button', { name: 'Dry run', exact: true });
    this.sendNow = page.getByRole('button', { name: 'Send now' });
    this.dryRunFiles = this.pane
      .getByRole('region')
      .filter({ has: page.getByRole('heading', { level: 3 }) })
      .getByRole('listitem');
    this.byHand = this.pane.getByRole('textbox', { name: 'Value by hand' });
  }

  get rows(): Locator {
    return this.list.getByRole('row');
  }

  /** Does what the menu of the list offers under this name. */
  async fromMenu(name: string): Promise<void> {
    const page = this.list.page();
    await page.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name }).click();
  }

  async show(tab: 'Open' | 'Sent' | 'Discarded'): Promise<void> {
    await this.tabs.getByRole('link', { name: tab }).click();
  }

  /** Opens the change whose title holds these words. */
  async open(title: string): Promise<void> {
    // The list moves while edits are sent: the row may have gone elsewhere between the look and the click.
    await expect(async () => {
      await this.row(title).click({ timeout: 5_000 });
      await expect(this.row(title)).toHaveAttribute('aria-selected', 'true', { timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
  }

  row(title: string): Locator {
    return this.rows.filter({ hasText: title });
  }

  /** The box that says whether a change is sent with the rest. It may go at once with its row: then only a click will do. */
  tick(title: string): Locator {
    return this.row(title).getByRole('checkbox');
  }

  button(name: string): Locator {
    return this.pane.getByRole('button', { name });
  }

  /** The files of a change set of which the same became. */
  group(title: string | RegExp): Locator {
    return this.pane.getByRole('region', { name: title });
  }

  /** The row of one field in the resolver. */
  field(name: string): Locator {
    return this.pane.getByRole('row').filter({ has: this.pane.page().getByRole('rowheader', { name }) });
  }

  async decide(field: string, side: 'Yours' | 'Server' | 'By hand'): Promise<void> {
    await this.field(field).getByRole('radio', { name: side }).check();
  }
}
