import type { Page } from 'playwright/test';
import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

/** The presses that each story may take, without the text that is typed in it. */
const atMost = {
  'goes offline': 2,
  'finds and renames a file': 4,
  'edits its metadata': 3,
  'renames three files': 9,
  'sets a key on twelve files': 8,
  'runs the changes dry': 4,
  'holds a change, and lets it go': 3,
  'discards a change, and takes that back': 6,
  'goes online': 2,
  'decides a conflict': 5,
  'restores a value from the history': 13,
  'exports what is selected': 6,
} as const;
type Story = keyof typeof atMost;

/** A keyboard that counts, and a screen reader that must have something to say of the focus after each story. */
class Keyboard {
  readonly #page: Page;
  #presses = 0;
  readonly counts: Partial<Record<Story, number>> = {};

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
    this.#presses += keys.length;
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  /** Presses Tab until a button or link of this name has the focus. */
  async tabTo(name: RegExp): Promise<void> {
    for (let nth = 0; nth < 40; nth += 1) {
      if (name.test(await this.focused())) return;
      await this.press('Tab');
    }
    throw new Error(`Tab does not lead to ${name}; it is at ${await this.focused()}`);
  }

  /** What a screen reader says of the element with the focus. */
  async focused(): Promise<string> {
    const [first = ''] = (await this.#page.locator(':focus').ariaSnapshot()).split('\n');
    return first;
  }

  /** Runs a command of the palette. */
  async command(words: string): Promise<void> {
    await this.press('Control+k');
    await expect(this.#page.getByRole('combobox', { name: /^Search, paste/ })).toBeFocused();
    await this.type(`>${words}`);
    await expect(this.#page.getByRole('option', { selected: true })).toContainText(new RegExp(words, 'i'));
    await this.press('Enter');
    await expect(this.#page.getByRole('dialog', { name: 'Palette' })).toBeHidden();
  }

  async story(name: Story, tell: () => Promise<void>): Promise<void> {
    await test.step(name, async () => {
      this.#presses = 0;
      await tell();
      this.counts[name] = this.#presses;
      expect.soft(this.#presses, name).toBeLessThanOrEqual(atMost[name]);
      // A part of the screen that is being replaced has nothing to say for a moment.
      // YAML quotes a line that holds a colon.
      await expect.poll(() => this.focused(), `what has the focus after: ${name}`).toMatch(/^- '?\w+ "?\S/);
    });
  }
}

test('every story is told by the keyboard alone, in few presses', { tag: '@web-host' }, async ({ openOn, service }) => {
  test.slow();
  const practice = await service();
  const names = Array.from({ length: 12 }, (_, place) => `aurora-${String(place + 1).padStart(2, '0')}.png`);
  const [first] = await namedFiles(
    practice,
    names.map((name) => ({ name, keyvalues: { rarity: 'rare' } })),
  );
  const app = await openOn(practice);
  const { page, files, inspector, changes, status } = app;
  await expect(status).toContainText('Up to date');
  await expect(files.grid).toBeFocused();
  const keyboard = new Keyboard(page);
  const saved = page.getByRole('region', { name: 'Last change' });

  await keyboard.story('goes offline', async () => {
    await keyboard.command('Pause this connection');
    await expect(status).toContainText('Paused');
  });
  await keyboard.story('finds and renames a file', async () => {
    await keyboard.press('/');
    await keyboard.type('aurora-01');
    await keyboard.press('Enter');
    await expect(files.grid.getByRole('row', { selected: true })).toContainText('aurora-01.png');
    await keyboard.press('F2');
    await expect(page.getByRole('textbox', { name: 'New name' })).toBeFocused();
    await keyboard.type('aurora-first');
    await keyboard.press('Enter');
    await expect(saved).toContainText('aurora-first.png');
  });
  await page.keyboard.press('/');
  await page.keyboard.press('Control+a');
  await keyboard.type('aurora');
  await page.keyboard.press('Enter');
  await expect(files.found).toContainText('12 files');
  await expect(files.grid.getByRole('row', { selected: true })).toContainText('aurora-first.png');

  await keyboard.story('edits its metadata', async () => {
    await keyboard.press('e');
    await expect(inspector.field('rarity')).toBeFocused();
    await keyboard.type('epic');
    await keyboard.press('Control+Enter');
    await expect(inspector.editMetadata).toBeVisible();
    await expect(inspector.pane).toContainText('epic');
    await keyboard.press('Escape');
    await expect(files.grid).toBeFocused();
  });
  await expect(saved).toContainText('epic');
  await keyboard.story('renames three files', async () => {
    for (const name of ['one', 'two', 'three']) {
      await keyboard.press('ArrowDown', 'F2');
      await expect(page.getByRole('textbox', { name: 'New name' })).toBeFocused();
      await keyboard.type(`aurora-${name}`);
      await keyboard.press('Enter');
      await expect(saved).toContainText(`aurora-${name}.png`);
    }
  });
  await keyboard.story('sets a key on twelve files', async () => {
    await keyboard.press('Control+a', 'e', 'Tab');
    await keyboard.type('tier');
    await keyboard.press('Tab');
    await keyboard.type('gold');
    await keyboard.press('Enter');
    await expect(page.getByRole('listbox', { name: 'What would change' })).toBeFocused();
    await keyboard.tabTo(/button "Queue/);
    await keyboard.press('Enter');
    await expect(saved).toContainText('tier');
  });
  await page.keyboard.press('Escape');
  await keyboard.story('runs the changes dry', async () => {
    await keyboard.press('g', 'c');
    await expect(changes.list).toBeFocused();
    await keyboard.press('Control+Shift+Enter');
    await expect(changes.dryRunFiles.first()).toBeVisible();
    await keyboard.press('Escape');
    await expect(changes.list).toBeFocused();
  });
  await keyboard.story('holds a change, and lets it go', async () => {
    await keyboard.press('Home', 'x');
    await expect(changes.rows.first().getByRole('checkbox')).not.toBeChecked();
    await keyboard.press('x');
    await expect(changes.rows.first().getByRole('checkbox')).toBeChecked();
  });
  await keyboard.story('discards a change, and takes that back', async () => {
    await keyboard.press('Enter');
    await keyboard.tabTo(/button "Discard/);
    await keyboard.press('Enter');
    await expect(saved).toContainText('Discarded');
    await keyboard.press('Control+z');
    await expect(saved).not.toContainText('Discarded');
  });
  practice.control.editFile({ id: first!.id, keyvalues: { rarity: 'mythic' } });
  await keyboard.story('goes online', async () => {
    await keyboard.command('Resume this connection');
    await expect(status).toContainText('1 needs you');
  });
  await keyboard.story('decides a conflict', async () => {
    await keyboard.press('Escape');
    await expect(changes.list).toBeFocused();
    // The list hears of the conflict after the status line does.
    await expect(changes.rows.first()).toContainText('rarity');
    await keyboard.press('Home', 'Enter');
    await expect(changes.field('rarity').getByRole('radio').first()).toBeFocused();
    await keyboard.press('1', 'Enter');
    await expect.poll(() => practice.control.file(first!.id)).toMatchObject({ keyvalues: { rarity: 'epic' } });
    await expect(page.getByRole('heading', { name: /^Set rarity = epic/ })).toBeFocused();
  });
  // A value that still waits has a button of its own in the inspector, which Tab would count.
  await expect(status).toContainText('Up to date');
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(files.grid).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+a');
  await keyboard.type('aurora-first');
  await page.keyboard.press('Enter');
  await expect(files.found).toContainText('1 file');
  await files.isOnServer('aurora-first.png');
  await expect(files.grid).toBeFocused();
  await keyboard.story('restores a value from the history', async () => {
    await keyboard.press('Enter');
    await expect(inspector.pane).toBeFocused();
    await expect(inspector.title).toContainText('aurora-first');
    // What an edit that is not settled brings would be passed as well.
    await expect(inspector.pane.getByRole('button', { name: /^(Undo the change of|Explain)/ })).toHaveCount(0);
    await keyboard.tabTo(/button "History/);
    await keyboard.press('Enter');
    // Tab would go past what has not arrived yet.
    await expect(inspector.pane.getByRole('button', { name: /^(Restore|Take back)/ }).first()).toBeVisible();
    await keyboard.tabTo(/button "(Restore|Take back)/);
    await keyboard.press('Enter');
    await expect(
      inspector.pane.getByRole('status').filter({ hasText: 'Saved on this computer as a new edit' }),
    ).toBeVisible();
  });
  await page.keyboard.press('Escape');
  await keyboard.story('exports what is selected', async () => {
    await keyboard.press('Control+a');
    await keyboard.command('Export…');
    await keyboard.tabTo(/button "Export/);
    const download = page.waitForEvent('download');
    await keyboard.press('Enter');
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });
  test.info().annotations.push({ type: 'presses', description: JSON.stringify(keyboard.counts) });
  expect(Object.keys(keyboard.counts)).toEqual(Object.keys(atMost));
});
