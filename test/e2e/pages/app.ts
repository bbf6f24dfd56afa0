import type { Locator, Page } from 'playwright/test';
import type { RunningApp } from '../driver/running-app.ts';
import { ActivityScreen } from './activity-screen.ts';
import { ChangesScreen } from './changes-screen.ts';
import { ConnectionMenu } from './connection-menu.ts';
import { FilesScreen } from './files-screen.ts';
import { FirstRun } from './first-run.ts';
import { Inspector } from './inspector.ts';
import { KeysScreen } from './keys-screen.ts';
import { Palette } from './palette.ts';
import { SavedViews } from './saved-views.ts';
import { PracticeBar } from './practice-bar.ts';
import { SignaturesScreen } from './signatures-screen.ts';
import { SettingsScreen } from './settings-screen.ts';

/** The parts of a screen, which the list at the side shows once the screen is open. */
const partsOfScreens: Readonly<Record<string, readonly string[]>> = {
  Files: ['Public', 'Private', 'Edited here', 'Starred', 'Same content'],
  'API keys': ['Active', 'Limited', 'Used up', 'Revoked', 'Scope audit'],
  Changes: ['Needs you', 'Waiting', 'Held', 'Sent', 'Discarded'],
};
const isNamed = (part: string, to: string | RegExp): boolean => (typeof to === 'string' ? to === part : to.test(part));

/** A running app by its screens. */
export class App {
  readonly running: RunningApp;
  readonly page: Page;
  /** The strip at the foot of every screen. */
  readonly status: Locator;
  /** The list of screens at the side. */
  readonly nav: Locator;
  readonly connections: ConnectionMenu;
  readonly firstRun: FirstRun;
  readonly practice: PracticeBar;
  readonly files: FilesScreen;
  readonly inspector: Inspector;
  readonly keys: KeysScreen;
  readonly changes: ChangesScreen;
  readonly activity: ActivityScreen;
  readonly settings: SettingsScreen;
  readonly palette: Palette;
  readonly savedViews: SavedViews;
  readonly signatures: SignaturesScreen;

  constructor(running: RunningApp, page: Page = running.page) {
    this.running = running;
    this.page = page;
    this.status = page.getByRole('contentinfo', { name: 'Standing of this connection' });
    this.nav = page.getByRole('navigation', { name: 'Screens' });
    this.connections = new ConnectionMenu(page);
    this.firstRun = new FirstRun(page);
    this.practice = new PracticeBar(page);
    this.files = new FilesScreen(page);
    this.inspector = new Inspector(page);
    this.keys = new KeysScreen(page);
    this.changes = new ChangesScreen(page);
    this.activity = new ActivityScreen(page);
    this.palette = new Palette(page);
    this.savedViews = new SavedViews(page);
    this.settings = new SettingsScreen(page);
    this.signatures = new SignaturesScreen(page);
  }

  /** Goes to a screen, or to a part of one, by the list at the side. */
  async go(to: string | RegExp): Promise<void> {
    const screen = Object.keys(partsOfScreens).find((name) => partsOfScreens[name]?.some((part) => isNamed(part, to)));
    if (screen !== undefined && !(await this.nav.getByRole('link', { name: to }).isVisible())) {
      await this.nav.getByRole('link', { name: new RegExp(`^${screen}`) }).click();
    }
    await this.nav.getByRole('link', { name: to }).click();
  }

  /** Asks the service for news and sends what waits, now. */
  async checkNow(): Promise<void> {
    await this.status.getByRole('button', { name: /Check now|Try now/ }).click();
  }
}
