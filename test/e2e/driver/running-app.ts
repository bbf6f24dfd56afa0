import type { Browser, Page } from 'playwright/test';
import type { StandIn } from './stand-in.ts';
import type { StartedProcess } from './started-process.ts';

/** The three ways to run the built app. */
export type DriverName = 'web-host' | 'stand-in' | 'electron';

export type LaunchOptions = {
  readonly profileDirectory: string;
  /** As after `npm start --`, without `--profile`. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
};

/** One running app, the same for a test whichever shell shows it. */
export type RunningApp = {
  /** The page of the app, already loaded. */
  readonly page: Page;
  /** Where a browser enters the web host; null in a window. */
  readonly address: string | null;
  /** Ends the app as a power cut would. */
  readonly kill: () => Promise<void>;
  /** Ends and forgets whatever is still there of it; the fixture does this after each test. */
  readonly release: () => Promise<void>;
  /** Asks the app to end. @returns its exit code */
  readonly quit: () => Promise<number | null>;
  /** Everything the app has printed. */
  readonly output: () => string;
  /** The person of a window saves the next files here; null in the web host, where browsers download. */
  readonly saveTo: ((path: string) => Promise<void>) | null;
  /** What the stand-in for Electron saw and can be told; null with the other drivers. */
  readonly standIn: StandIn | null;
};

export type Driver = {
  readonly launch: (options: LaunchOptions, browser: Browser) => Promise<RunningApp>;
  /** Starts the app's process alone, and waits for nothing. */
  readonly start: (options: LaunchOptions) => StartedProcess;
};
