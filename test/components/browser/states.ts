import type { SyncStatus } from '../../../src/contract/connections.ts';
import type { Channel } from '../../../src/contract/index.ts';
import { type Connection, noTraits } from '../../../src/domain/connections/connection.ts';

type Trouble = NonNullable<SyncStatus['trouble']>;

/** A state of a screen that has nothing to show, or cannot do what it is for, with its words and its ways on. */
export type ScreenState = {
  readonly screen: string;
  readonly state: string;
  /** How the connection stands; at rest by default. */
  readonly status?: Partial<SyncStatus>;
  readonly connection?: Partial<Connection>;
  /** The lists that have nothing in them. */
  readonly empty?: readonly ('files' | 'changes' | 'signatures' | 'keys')[];
  readonly library?: 'empty';
  /** Questions without an answer yet. */
  readonly held?: readonly Channel[];
  /** Questions that are answered with a failure. */
  readonly refused?: readonly Channel[];
  /** What is typed into the field of that name. */
  readonly typed?: { readonly field: string; readonly text: string };
  readonly words: readonly (string | RegExp)[];
  /** The names of the buttons and links that lead on. */
  readonly ways?: readonly string[];
};

const trouble = (reason: Trouble['reason'], detail = '', attempt = 1): Trouble => ({
  ...{ reason, attempt, detail },
  retryAtMs: 40_000,
});
const never = { caughtUpAtMs: null, fullCheckAtMs: null } as const;
const counts = { waiting: 0, needsYou: 0, refused: 0, held: 0, gone: 0, parked: 0 };
const known = { ...noTraits, keys: { kind: 'yes', checkedAtMs: 0 } } as const;
const may = (updates: 'no') => ({
  learnt: { ...known, updates: { kind: updates, checkedAtMs: 0, words: '403: "no"', requestId: null } },
});

/** What the strip at the foot of each screen says: the state first, then what it means, then what can be done. */
const strip: readonly ScreenState[] = [
  { screen: 'strip', state: 'up to date', words: [/Up to date\. Checked \d\d:\d\d/], ways: ['Check now'] },
  {
    ...{ screen: 'strip', state: 'with refusals' },
    status: { counts: { ...counts, refused: 63, needsYou: 1 } },
    words: ['Changes to 64 files need you.', '1 needs you', '63 refused'],
    ways: ['Look at them', 'Check now'],
  },
  {
    ...{ screen: 'strip', state: 'not known' },
    status: { caughtUpAtMs: -20 * 3_600_000 },
    words: ['Not checked since'],
    ways: ['Check now'],
  },
  {
    ...{ screen: 'strip', state: 'offline' },
    status: { network: 'down', counts: { ...counts, waiting: 9, needsYou: 1 } },
    words: [
      'Working offline',
      'Last caught up today',
      'Changes to 9 files waiting on this computer',
      'Tries again when the network is back',
    ],
  },
  {
    ...{ screen: 'strip', state: 'sending' },
    status: { work: 'push', job: { kind: 'push', done: 258, total: 416, perSecond: 70 } },
    words: ['Sending changes', '258 of 416 changes sent', '70 per second'],
  },
  {
    ...{ screen: 'strip', state: 'errors of the service' },
    status: { trouble: trouble('notAnswering', '500: "Internal error"', 2) },
    words: ['The service answered 500 twice.', 'Trying again in 40 s'],
    ways: ['Try now'],
  },
  {
    ...{ screen: 'strip', state: 'rate limit' },
    status: { trouble: trouble('rateLimited', '429: "slow down"') },
    words: ['The service asks to wait (429); the network is fine.', /Going on in 40\ss, at \d\d:\d\d/],
  },
  {
    ...{ screen: 'strip', state: 'wrong host' },
    status: { ...never, trouble: trouble('unreachable', 'there is no host of that name (ENOTFOUND)') },
    connection: { learnt: noTraits },
    words: ['There is no host of that name.', 'was never reached'],
    ways: ['Change the address'],
  },
  {
    ...{ screen: 'strip', state: 'token refused' },
    status: { mode: 'tokenRefused' },
    words: ['The service refused this token (401).', 'invalid, revoked, used up, or not allowed to do this'],
    ways: ['Replace the token'],
  },
  {
    ...{ screen: 'strip', state: 'key that may not write' },
    status: { counts: { ...counts, refused: 3 } },
    connection: may('no'),
    words: ['This token may not change files.', 'Your edits stay on this computer.'],
    ways: ['Replace the token', 'Look at them'],
  },
  {
    ...{ screen: 'strip', state: 'paused' },
    status: { mode: 'paused', counts: { ...counts, waiting: 416 } },
    words: ['Paused by you', 'Changes to 416 files waiting on this computer'],
    ways: ['Go on'],
  },
];

const files: readonly ScreenState[] = [
  {
    ...{ screen: 'files', state: 'no match' },
    typed: { field: 'Search files', text: 'habrour' },
    words: ['No file matches “habrour”', 'Names, metadata, CIDs and ids in the copy on this computer were searched'],
    ways: ['Clear search and filters'],
  },
  { screen: 'files', state: 'empty', empty: ['files'], words: ['There are no files on this service'] },
  {
    ...{ screen: 'files', state: 'first copy' },
    ...{ empty: ['files'], status: { ...never, work: 'pull' } },
    words: ['The first files are on their way', 'Copying to this computer'],
  },
  {
    ...{ screen: 'files', state: 'first time, offline' },
    ...{ empty: ['files'], status: { ...never, network: 'down' } },
    words: ['Nothing is copied to this computer yet', 'The network is away. The copy begins by itself when it is back'],
    ways: ['Practise with sample data'],
  },
  {
    ...{ screen: 'files', state: 'first time, errors of the service' },
    ...{ empty: ['files'], status: { ...never, trouble: trouble('notAnswering') } },
    words: ['Nothing is copied to this computer yet', 'The service is not answering'],
    ways: ['Try now', 'Practise with sample data'],
  },
  {
    ...{ screen: 'files', state: 'first time, token refused' },
    ...{ empty: ['files'], status: { ...never, mode: 'tokenRefused' } },
    words: ['The service refused this token (401): the copy is made with a token that it takes.'],
    ways: ['Replace the token'],
  },
  {
    ...{ screen: 'files', state: 'never reached' },
    ...{ empty: ['files'], connection: { learnt: noTraits } },
    status: { ...never, trouble: trouble('unreachable', 'there is no host of that name (ENOTFOUND)') },
    words: ['There is no host of that name.', 'It was never reached, so nothing is copied to this computer yet.'],
    ways: ['Change the address', 'Remove this connection'],
  },
  {
    ...{ screen: 'files', state: 'no listing' },
    empty: ['files'],
    connection: {
      learnt: { ...known, listing: { kind: 'no', checkedAtMs: 0, words: '404: "no route"', requestId: null } },
    },
    words: ['This service cannot list its files', 'each id is fetched once'],
  },
  { screen: 'files', state: 'error', refused: ['files.open'], words: ['Something broke in Pinfold (reference r-7)'] },
];

const others: readonly ScreenState[] = [
  {
    ...{ screen: 'changes', state: 'empty', empty: ['changes'] },
    words: ['Nothing is waiting', 'Edits are saved on this computer first'],
    ways: ['See what was sent'],
  },
  {
    ...{ screen: 'changes', state: 'no match', empty: ['changes'] },
    typed: { field: 'Search changes', text: 'habrour' },
    words: ['No change fits “habrour”'],
    ways: ['Clear search'],
  },
  {
    ...{ screen: 'changes', state: 'error', refused: ['changes.list'] },
    words: ['Something broke in Pinfold (reference r-7)'],
  },
  {
    ...{ screen: 'keys', state: 'empty', empty: ['keys'] },
    words: ['There are no API keys in the copy', 'They appear here once the service has been checked.'],
  },
  {
    ...{ screen: 'keys', state: 'not allowed', empty: ['keys'] },
    connection: { learnt: { ...noTraits, keys: { kind: 'no', checkedAtMs: 0, words: '403: "no"', requestId: null } } },
    words: ['Give this connection a token that may list keys, in Settings.'],
  },
  { screen: 'keys', state: 'error', refused: ['keys.page'], words: ['Something broke in Pinfold (reference r-7)'] },
  { screen: 'signatures', state: 'empty', empty: ['signatures'], words: ['No signature was fetched yet'] },
  {
    ...{ screen: 'signatures', state: 'error', refused: ['signatures.page'] },
    words: ['Something broke in Pinfold (reference r-7)'],
  },
  { screen: 'library', state: 'empty', library: 'empty', words: ['Nothing is here to look at yet'] },
  {
    ...{ screen: 'library', state: 'error', refused: ['library.contents'] },
    words: ['Something broke in Pinfold (reference r-7)'],
  },
  { screen: 'activity', state: 'empty', words: ['Nothing has happened yet'] },
  {
    ...{ screen: 'activity', state: 'error', refused: ['activity.list'] },
    words: ['Something broke in Pinfold (reference r-7)'],
  },
  { screen: 'sameContent', state: 'empty', words: ['No two files have the same content'] },
  {
    ...{ screen: 'sameContent', state: 'error', refused: ['sameContent.find'] },
    words: ['Something broke in Pinfold (reference r-7)'],
  },
];

/** Lists that wait for their first rows show rows of the right height and no words. */
export const loadingStates = [
  { screen: 'files', held: ['files.open'] },
  { screen: 'changes', held: ['changes.list'] },
  { screen: 'keys', held: ['keys.page'] },
  { screen: 'signatures', held: ['signatures.page'] },
] as const satisfies readonly { screen: string; held: readonly Channel[] }[];

/** Every state of a screen without its usual contents. */
export const screenStates: readonly ScreenState[] = [...strip, ...files, ...others];
