/** What a person can ask for after `npm start --`. */
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
  /** Where to write the waiting edits instead of opening anything; absolute, null when that is not asked. */
  readonly exportPending: string | null;
};

export type ParsedOptions =
  { readonly ok: true; readonly options: Options } | { readonly ok: false; readonly problem: string };

/** Where the machine keeps what belongs to a person. */
export type Surroundings = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
};

/**
 * Reads the options of one start.
 *
 * @param words what followed the program's name
 * @param others what to do with options not in the table: `refuse`, or `ignore` where Chromium's own switches are mixed in
 */
export function parseOptions(
  words: readonly string[],
  others?: 'refuse' | 'ignore',
  surroundings?: Surroundings,
): ParsedOptions;

/** @returns the words that `parseOptions` reads back as the same options */
export function optionWords(options: Options): string[];

/** The folder for one person's mirror and edits when none is named. */
export function defaultProfileDirectory(surroundings: Surroundings): string;

export const helpText: string;
