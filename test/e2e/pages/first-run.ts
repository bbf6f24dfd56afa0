import type { Locator, Page } from 'playwright/test';

export class FirstRun {
  readonly practise: Locator;
  readonly address: Locator;
  readonly token: Locator;
  readonly name: Locator;
  readonly test: Locator;
  readonly connect: Locator;
  readonly form: Locator;

  constructor(page: Page) {
    this.practise = page.getByRole('button', { name: 'Practise with sample data' });
    this.address = page.getByRole('textbox', { name: 'Base URL' });
    this.token = page.getByLabel('Token', { exact: true });
    this.name = page.getByRole('textbox', { name: 'Name of this connection' });
    this.test = page.getByRole('button', { name: 'Test', exact: true });
    this.connect = page.getByRole('button', { name: 'Connect', exact: true });
    this.form = page.getByRole('region', { name: 'Connect to a service' });
  }

  async fill(address: string, token: string): Promise<void> {
    await this.address.fill(address);
    await this.token.fill(token);
  }

  /** What the connection test found about one area. */
  verdict(area: string): Locator {
    const page = this.form.page();
    const found = page.getByRole('status', { name: 'What this token may do' });
    return found.getByText(area, { exact: true }).locator('xpath=following-sibling::dd[1]');
  }
}
