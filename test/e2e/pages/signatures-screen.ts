import type { Locator, Page } from 'playwright/test';

export class SignaturesScreen {
  readonly list: Locator;
  readonly grid: Locator;
  readonly status: Locator;
  readonly signer: Locator;
  /** "40 answers". */
  readonly found: Locator;
  /** The bar that tells how fetching stands, on every screen. */
  readonly work: Locator;
  /** A CID looked at closely, or pasted. */
  readonly lookUp: Locator;

  constructor(page: Page) {
    this.list = page.getByRole('region', { name: 'Signatures', exact: true });
    this.grid = this.list.getByRole('grid', { name: 'Signatures' });
    const filters = this.list.getByRole('search', { name: 'Filters' });
    this.status = filters.getByRole('combobox', { name: 'State' });
    this.signer = filters.getByRole('combobox', { name: 'Signer' });
    this.found = this.list.getByText(/^[\d,]+ answers?$/);
    this.work = page.getByRole('region', { name: 'Fetching signatures' });
    this.lookUp = page.getByRole('dialog', { name: 'Look up a CID' });
  }

  row(name: string): Locator {
    return this.grid.getByRole('row').filter({ has: this.grid.page().getByText(name, { exact: true }) });
  }

  /** Pastes a CID, in whatever spelling. */
  async paste(cid: string, network: 'public' | 'private' = 'public'): Promise<void> {
    await this.list.getByRole('button', { name: 'Look up a CID…' }).click();
    await this.lookUp.getByRole('textbox', { name: 'CID' }).fill(cid);
    await this.lookUp.getByRole('combobox', { name: 'Network' }).selectOption(network);
  }
}
