import { count, countOrUnknown, listed, plural } from '../../components/format.ts';
import type { Connection } from '../../domain/connections/connection.ts';
import type { KeyCondition } from '../../domain/keys/api-key.ts';
import { permissionGroupsOf, scopesOf } from '../../domain/keys/scopes.ts';
import type { KeyFilters } from '../../state/keys/key-filters.ts';
import { permissionGroupMessages } from './audit/audit-messages.ts';
import type { NameSearch } from '../../domain/service/name-search.ts';

export const keysMessages = {
  title: (condition: KeyCondition | null) =>
    condition === null ? keysMessages.grid : conditionTitleMessages[condition],
  keys: (number: number) => (number === 1 ? '1 key' : `${count(number)} keys`),
  grid: 'API keys',
  filters: 'Filters',
  name: 'Name',
  nameHint: {
    wholeName: '% stands for any text, _ for one character: %deploy%',
    insideName: 'Anywhere in the name, as this service does. % stands for any text, _ for one character',
    insideLiterally: 'Anywhere in the name, as this service does',
    exactName: 'The whole name, as this service wants it',
  } satisfies Record<NameSearch, string>,
  nameExample: {
    wholeName: 'Name, such as %deploy%',
    insideName: 'Name has…',
    insideLiterally: 'Name has…',
    exactName: 'Whole name',
  } satisfies Record<NameSearch, string>,
  searchInside: (pattern: string) => `Anywhere in the name: ${pattern}`,
  scope: 'Scope',
  scopeExample: 'May do pin, files:read…',
  scopeHint: 'Which keys can do this? For example pin, or files:read',
  everyCondition: 'All',
  revoked: 'Revoked',
  revokedChoices: { any: 'any', only: 'only revoked', not: 'not revoked' } satisfies Record<
    KeyFilters['revoked'],
    string
  >,
  limitedUse: 'Limited use',
  exhausted: 'Used up',
  exhaustedNeedsLimited: 'Only limited keys can be used up: choose Limited use first.',
  clear: 'Clear filters',
  sort: 'Sort by',
  nothing: 'There are no API keys in the copy',
  nothingYet: 'They appear here once the service has been checked.',
  nothingAllowed: 'Give this connection a token that may list keys, in Settings.',
  nothingFits: 'No key fits these filters',
  nameless: '(no name)',
  noKey: 'the service did not say',
  uses: (used: number | null, limit: number | null) =>
    limit === null ? `${countOrUnknown(used)}, unlimited` : `${countOrUnknown(used)} of ${count(limit)}`,
  /** Where no column says what the number counts. */
  usesInWords: (used: number | null, limit: number | null) =>
    limit === null
      ? `${used === null ? 'uses unknown' : plural(used, 'use', 'uses')}, no limit`
      : `${countOrUnknown(used)} of ${plural(limit, 'use', 'uses')}`,
  usesOverTime: 'Uses over time',
  limitOf: (limit: string) => `limit ${limit}`,
  samples: (number: number) => (number === 1 ? '1 sample' : `${count(number)} samples`),
  sampleTime: 'When',
  sampleUses: 'Uses',
  practiceUses: 'Practice data: the uses before you began are made up.',
  unused: 'Unused',
  unusedSince: (when: string) => `since ${when} at least`,
  unusedUnknown: 'not known yet',
  copyAlone:
    'The name, revoked, limited use and used up are filters of the service too. All others are answered by the copy alone.',
  escapeAtEnd:
    'A single \\ at the end finds nothing, and the service refuses it. \\\\ stands for the character itself.',
  ownKey: 'The key this app uses',
  ownKeyUnlisted:
    'Its record is not in the copy: keys are left out, this token may not list it, or no check has met it.',
  ownKeyUnknown: 'This token does not say which key it belongs to.',
  ownKeyOver: 'The key this app uses can no longer be used.',
  ownKeyEnding: (used: string) => `The key this app uses is near its end: ${used}.`,
  ownKeyReplace: 'Give this connection a new token in Settings before it stops. Waiting changes are kept either way.',
  mayColumn: 'May do',
  may: (what: string) => `It may ${what}.`,
  thisApp: 'the key this app uses',
  /** `thisApp` in three parts: a narrow cell shows the middle one. */
  thisAppParts: ['the key', 'this app', 'uses'],
  missing: (since: string) => `No longer listed since ${since}`,
  unlisted: 'not listed',
  notArrived: 'not here yet',
  copy: 'Copy key',
  copyId: 'Copy id',
  details: 'Go to its details',
  menu: 'What can be done with this API key',
  copied: 'Copied',
  closeInspector: 'Close',
  inspector: 'API key',
  facts: 'Record',
  scopes: 'Scopes',
  raw: 'Raw',
  rawAbout: 'What the service said, as text',
  granted: 'granted',
  notGranted: 'not granted',
  admin: 'Admin: may do everything',
  adminScope: 'admin',
  noScope: 'none',
  powerless: 'do nothing: no scope is granted',
  moreScopes: (more: number, granted: number) =>
    `and ${plural(more, 'more scope', 'more scopes')}, ${granted === 0 ? 'none' : count(granted)} of them granted`,
  noScopes: 'This key names no scopes.',
  seen: 'Seen',
  user: 'User',
  id: 'Id',
  notAllowed: 'This token may not list API keys.',
  notAllowedSaid: 'The service said:',
  copyRemains: 'What was copied earlier is still shown.',
  asCopied: (when: string) => `as copied ${when}`,
} as const;

export const conditionTitleMessages: Record<KeyCondition, string> = {
  active: 'Active API keys',
  limited: 'Limited API keys',
  exhausted: 'Used-up API keys',
  revoked: 'Revoked API keys',
};

export const conditionMessages: Record<KeyCondition, string> = {
  active: 'Active',
  limited: 'Limited',
  exhausted: 'Used up',
  revoked: 'Revoked',
};

export const keyColumnMessages = {
  name: 'Name',
  key: 'Key',
  scopes: 'Scopes',
  uses: 'Uses',
  condition: 'Condition',
  created: 'Created',
  updated: 'Updated',
} as const;

/** The known scopes in words. An unknown scope is shown by its own name. */
export const scopeMessages: Readonly<Record<string, string>> = {
  'pinning.pinFileToIPFS': 'upload files',
  'pinning.pinJSONToIPFS': 'upload JSON',
  'pinning.hashMetadata': 'change metadata',
  'pinning.hashPinPolicy': 'change where a file is kept',
  'pinning.pinByHash': 'pin by CID',
  'pinning.pinJobs': 'see pin jobs',
  'pinning.unpin': 'unpin',
  'pinning.userPinPolicy': 'change where files are kept',
  'psa.pins.addPinObject': 'add pins',
  'psa.pins.getPinObject': 'see one pin',
  'psa.pins.listPinObjects': 'list pins',
  'psa.pins.removePinObject': 'remove pins',
  'psa.pins.replacePinObject': 'replace pins',
  'data.pinList': 'list pins',
  'data.userPinnedDataTotal': 'see totals',
  'org:files:read': 'read files',
  'org:files:write': 'change files',
  'org:groups:read': 'read groups',
  'org:groups:write': 'change groups',
  'org:keys:read': 'list keys',
  'org:gateways:read': 'read gateways',
  'org:analytics:read': 'read analytics',
};

export const scopeMessage = (name: string): string => scopeMessages[name.replace(/^resources\./, '')] ?? name;

/** @returns the scopes of a key in one line, the admin right first */
export function scopesMessage(scopesJson: string): string {
  const { isAdmin, leaves } = scopesOf(scopesJson);
  const granted = leaves.filter((leaf) => leaf.granted).map((leaf) => scopeMessage(leaf.name));
  const all = isAdmin ? [keysMessages.adminScope, ...granted] : granted;
  return all.length === 0 ? keysMessages.noScope : all.join(', ');
}

/**
 * @returns the permission groups of a key in words: "delete files, change files and only look"; an admin key has one
 */
export function permissionsMessage(scopesJson: string): string {
  const [first, ...others] = permissionGroupsOf(scopesJson);
  if (first === undefined) return keysMessages.powerless;
  if (first === 'everything') return permissionGroupMessages.everything.short;
  return listed([first, ...others].map((power) => permissionGroupMessages[power].short));
}

/** "3f2a91…c07e": recognisable, and too short to be mistaken for the whole key. */
export const shortKey = (key: string): string => (key.length <= 14 ? key : `${key.slice(0, 6)}…${key.slice(-4)}`);

/** @returns whether the token of the connection names this key */
export const isKeyOf = (connection: Connection | undefined, key: string | null | undefined): boolean =>
  typeof key === 'string' && key === connection?.tokenKey;
