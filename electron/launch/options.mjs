import { parseArgs } from 'node:util';
import { defaultProfileDirectory, environmentHere, fromWhereTyped } from './places.mjs';

/**
 * The options of `npm start --`.
 *
 * @typedef {Readonly<ParsedValues>} Options
 *
 * @typedef {object} ParsedValues
 * @property {boolean} help
 * @property {boolean} version whether only the version is asked for
 * @property {boolean} browser
 * @property {boolean} practice
 * @property {{ readonly baseUrl: string, readonly name: string } | null} connect
 * @property {string} profileDirectory absolute
 * @property {number} port 0 means any free port
 * @property {boolean} open whether the web host opens a browser window by itself
 * @property {boolean} keepToken whether the web host may keep tokens in a file, with mode 0600 where modes hold
 * @property {boolean} development whether Electron shows the page of the development server on this computer, where one
 *   is given
 * @property {string | null} exportPending the file for the edits that wait, absolute; the app then exports them and opens
 *   nothing. Null to open the app
 */

/**
 * @typedef {{ readonly ok: true, readonly options: Options } | { readonly ok: false, readonly problem: string }}
 *   ParsedOptions
 */

/** @typedef {import('./places.mjs').Environment} Environment */

/** All options, each with its value (null without one) and its help. */
const table = {
  browser: { value: null, help: 'open in the browser, through the web host, even where Electron is there' },
  practice: { value: null, help: 'open the practice connection at once' },
  connect: { value: 'URL', help: 'open this service; the token is read from PINFOLD_TOKEN' },
  name: { value: 'TEXT', help: 'what to call the connection of --connect' },
  profile: { value: 'DIR', help: 'keep the mirror and the edits in this folder' },
  port: { value: 'N', help: 'port of the web host; 0, as when not given, takes any free one' },
  'no-open': { value: null, help: 'print the address of the web host and open no browser' },
  'keep-token': {
    value: null,
    help: "let the web host keep tokens in a file that only you can read; on Windows, whoever may read the profile's folder",
  },
  'export-pending': {
    value: 'FILE',
    help: 'write the waiting edits to this file as JSON, as far as they can be read, and open nothing',
  },
  development: { value: null, help: 'in Electron, show the page of the development server (npm run dev asks for it)' },
  version: { value: null, help: 'show the version, and what it was built from' },
  help: { value: null, help: 'show this text' },
};

const width = 25;
/** @param {string} [command] what the person typed before the options */
export const helpText = (command = 'npm start --') =>
  [
    `Usage: ${command} [options]`,
    '',
    ...Object.entries(table).map(([name, { value, help }]) => {
      const written = value === null ? `--${name}` : `--${name}=${value}`;
      return `  ${written.padEnd(width)}${help}`;
    }),
  ].join('\n');

/**
 * Parses the options of one start.
 *
 * @param {readonly string[]} words what followed the program's name
 * @param {'refuse' | 'ignore'} [others] what to do with options not in the table: `refuse`, or `ignore` where Chromium's
 *   own switches are mixed in
 * @param {Environment} [environment]
 * @returns {ParsedOptions}
 */
export function parseOptions(words, others = 'refuse', environment = environmentHere()) {
  const given = tokens(words);
  const problem =
    swallowedProblem(given, environment.env) ??
    firstProblem(given, others) ??
    tokenProblem(given, environment.env) ??
    profileProblem(given, environment);
  if (problem !== null) return { ok: false, problem: `${problem} Try --help.` };
  /** @param {string} name */
  const has = (name) => given.some((token) => token.kind === 'option' && token.name === name);
  /** @param {string} name */
  const valueOf = (name) => given.findLast((token) => token.kind === 'option' && token.name === name)?.value;
  const url = valueOf('connect');
  const exportFile = valueOf('export-pending');
  return {
    ok: true,
    options: {
      help: has('help'),
      version: has('version'),
      browser: has('browser'),
      practice: has('practice'),
      connect: url === undefined ? null : { baseUrl: url, name: valueOf('name') ?? new URL(url).host },
      profileDirectory: fromWhereTyped(valueOf('profile') ?? defaultProfileDirectory(environment) ?? '.', environment),
      port: Number(valueOf('port') ?? 0),
      open: !has('no-open'),
      keepToken: has('keep-token'),
      development: has('development'),
      exportPending: exportFile === undefined ? null : fromWhereTyped(exportFile, environment),
    },
  };
}

/**
 * A value stands in its option's word: Electron on Windows takes none after one like an address (CVE-2018-1000006).
 *
 * @param {Options} options
 * @returns {string[]} the words that `parseOptions` reads back as the same options
 */
export function optionWords(options) {
  const words = [`--profile=${options.profileDirectory}`, `--port=${options.port}`];
  if (options.version) words.push('--version');
  if (options.browser) words.push('--browser');
  if (options.practice) words.push('--practice');
  if (options.connect) words.push(`--connect=${options.connect.baseUrl}`, `--name=${options.connect.name}`);
  if (!options.open) words.push('--no-open');
  if (options.keepToken) words.push('--keep-token');
  if (options.development) words.push('--development');
  if (options.exportPending !== null) words.push(`--export-pending=${options.exportPending}`);
  return words;
}

/**
 * @typedef {{ kind: 'option', name: string, rawName: string, value?: string } | { kind: 'positional', value: string }}
 *   Token
 */

/**
 * @param {readonly string[]} words
 * @returns {Token[]}
 */
function tokens(words) {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, { value }]) => [name, { type: value === null ? 'boolean' : 'string' }]),
  );
  const parsed = parseArgs({
    args: [...words],
    options: /** @type {Record<string, { type: 'boolean' | 'string' }>} */ (options),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return /** @type {Token[]} */ (parsed.tokens.filter(({ kind }) => kind !== 'option-terminator'));
}

/**
 * PowerShell keeps the bare `--` from npm, which then takes the options for its own (npm/cli issue 3136) and hands them on as
 * variables of the environment: the app would start without them, on another profile than the one asked for.
 *
 * @param {readonly Token[]} given
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {string | null}
 */
function swallowedProblem(given, env) {
  if (env['npm_lifecycle_event'] !== 'start') return null;
  const here = new Set(given.map((token) => (token.kind === 'option' ? token.name : '')));
  const swallowed = own.find((name) => !here.has(name) && env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined);
  return swallowed === undefined ? null : `npm kept --${swallowed} for itself: write npm start '--' --${swallowed}.`;
}

/** Options that npm has none of its own name for (npm, "Config Settings"). */
const own = ['practice', 'connect', 'profile', 'keep-token', 'export-pending'];

/**
 * @param {readonly Token[]} given
 * @param {'refuse' | 'ignore'} others
 * @returns {string | null}
 */
function firstProblem(given, others) {
  for (const token of given) {
    const known = token.kind === 'option' && Object.hasOwn(table, token.name);
    if (!known && others === 'ignore') continue;
    if (token.kind === 'positional') return `"${token.value}" is not an option.`;
    if (!known) return `There is no option ${token.rawName}.`;
    const problem = valueProblem(token);
    if (problem !== null) return problem;
  }
  const names = new Set(given.map((token) => (token.kind === 'option' ? token.name : '')));
  return names.has('name') && !names.has('connect') ? '--name belongs to --connect.' : null;
}

/**
 * The command line carries no token, because every user of the computer can read it (ps(1)).
 *
 * @param {readonly Token[]} given
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {string | null}
 */
function tokenProblem(given, env) {
  const connects = given.some((token) => token.kind === 'option' && token.name === 'connect');
  if (!connects || env['PINFOLD_TOKEN']) return null;
  return '--connect needs the token of the service in the environment variable PINFOLD_TOKEN.';
}

/**
 * @param {readonly Token[]} given
 * @param {Environment} environment
 * @returns {string | null}
 */
function profileProblem(given, environment) {
  const hasPlace = ['profile', 'help', 'version'].some((name) =>
    given.some((token) => token.kind === 'option' && token.name === name),
  );
  if (hasPlace || defaultProfileDirectory(environment) !== null) return null;
  return 'This account has no home: name a folder with --profile=DIR.';
}

/**
 * @param {Token & { kind: 'option' }} token
 * @returns {string | null}
 */
function valueProblem({ name, rawName, value }) {
  const wanted = table[/** @type {keyof typeof table} */ (name)].value;
  if (wanted === null) return value === undefined ? null : `${rawName} takes no value.`;
  if (value === undefined || value === '' || value.startsWith('--')) return `${rawName} needs a value: ${wanted}.`;
  if (name === 'port' && !(/^\d{1,5}$/.test(value) && Number(value) <= 65_535)) {
    return `--port needs a number from 0 to 65535, not "${value}".`;
  }
  if (name === 'connect' && !/^https?:$/.test(protocolOf(value))) {
    return `--connect needs an address that begins with https:// (or http://), not "${value}".`;
  }
  return null;
}

/** @param {string} address */
const protocolOf = (address) => (URL.canParse(address) ? new URL(address).protocol : '');
