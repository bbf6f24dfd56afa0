import type { Locator, Page } from 'playwright/test';
import { FirstRun } from './first-run.ts';

/** The switcher of connections at the top of every screen. */
export class ConnectionMenu {
  readonly current: Locator;
  readonly ownWindow: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.current = page.getByRole('button', { name: /^Connection: / });
    this.ownWindow = page.getByRole('menuitem', { name: 'Open this one in a window of its own' });
  }

  item(name: string): Locator {
    return this.#page.getByRole('menuitem', { name: new RegExp(`^\\s*${name}`) });
  }

  async open(): Promise<void> {
    await this.current.click();
  }

  async go(name: string): Promise<void> {
    await this.open();
    await this.item(name).click();
  }

  /** Adds a connection, and goes to it. */
  async add(baseUrl: string, token: string, name: string): Promise<void> {
    await this.open();
    await this.#page.getByRole('menuitem', { name: 'Add a connection…' }).click();
    const form = new FirstRun(this.#page);
    await form.fill(baseUrl, token);
    await form.name.fill(name);
    await form.connect.click();
    await this.current.getByText(name).waitFor();
  }
}
