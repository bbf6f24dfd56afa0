import type { Locator, Page } from 'playwright/test';

export class FirstRun {
  readonly practise: Locator;
  readonly address: Locator;
  readonly token: Locator;
  readonly name: Locator;
  readonly test: Locator;
  readonly connect: Locator;
  readonly form: Locator;
  readonly guided: Locator;
  readonly showToken: Locator;

  constructor(page: Page) {
    this.practise = page.getByRole('button', { name: 'Practise with sample data' });
    this.address = page.getByRole('textbox', { name: 'Address' });
    this.token = page.getByLabel('Token', { exact: true });
    this.name = page.getByRole('textbox', { name: 'Name', exact: true });
    this.test = page.getByRole('button', { name: 'Test the connection' });
    this.connect = page.getByRole('button', { name: 'Connect', exact: true });
    this.guided = page.getByRole('button', { name: 'Be guided' });
    this.showToken = page.getByRole('button', { name: 'Show token' });
    this.form = page.getByRole('region', { name: 'Connect', exact: true });
  }

  async fill(address: string, token: string): Promise<void> {
    await this.address.fill(address);
    await this.token.fill(token);
  }

  /** What the connection test found about one area. */
  verdict(area: string): Locator {
    return this.form.getByRole('table', { name: 'What this token may do' }).getByRole('row', { name: area });
  }
}
