/** The options of `npm start --`. */
export type Options = {
  readonly help: boolean;
  readonly browser: boolean;
  readonly practice: boolean;
  readonly connect: { readonly baseUrl: string; readonly name: string } | null;
  /** Absolute. */
  readonly profileDirectory: string;
  /** 0 means any free port. */
  readonly port: number;
  /** Whether the web host opens a browser window by itself. */
  readonly open: boolean;
  /** Whether the web host may keep tokens in a file with mode 0600. */
  readonly keepToken: boolean;
  /** Whether Electron shows the page of the development server on this computer, where one is given. */
  readonly development: boolean;
  /** The file for the edits that wait, absolute; the app then exports them and opens nothing. Null to open the app. */
  readonly exportPending: string | null;
};

export type ParsedOptions =
  { readonly ok: true; readonly options: Options } | { readonly ok: false; readonly problem: string };

/** The folders and the platform that decide about the default profile. */
export type Environment = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
};

/**
 * Parses the options of one start.
 *
 * @param words what followed the program's name
 * @param others what to do with options not in the table: `refuse`, or `ignore` where Chromium's own switches are mixed
 *   in
 */
export function parseOptions(
  words: readonly string[],
  others?: 'refuse' | 'ignore',
  environment?: Environment,
): ParsedOptions;

/** @returns the words that `parseOptions` reads back as the same options */
export function optionWords(options: Options): string[];

/** The profile's folder without `--profile`. */
export function defaultProfileDirectory(environment: Environment): string;

export const helpText: string;
