import { count, isOne, plural } from '../../../components/format.ts';
import type { ServiceComparison } from '../../../contract/keys.ts';
import type { PermissionGroup } from '../../../domain/keys/scopes.ts';
import type { OnlyThereReason } from '../../../domain/keys/key-comparison.ts';
import type { NameSearch } from '../../../domain/service/name-search.ts';
import type { KeyQuery } from '../../../domain/keys/queries.ts';

const keys = (number: number): string => (number === 1 ? '1 key' : `${count(number)} keys`);

/** Each permission group in words, for people who do not read scopes. */
export const permissionGroupMessages: Readonly<
  Record<PermissionGroup, { short: string; title: string; risk: string }>
> = {
  everything: {
    short: 'do everything (admin)',
    title: 'Do everything',
    risk: 'Whoever has one of these can read, change and delete every file, and make or revoke other keys.',
  },
  manageKeys: {
    short: 'make and revoke keys',
    title: 'Make and revoke keys',
    risk: 'Whoever has one can give themselves a key that may do more.',
  },
  delete: {
    short: 'delete files',
    title: 'Delete files',
    risk: 'Files can go for good: what is no longer pinned may vanish from the network.',
  },
  change: {
    short: 'change files',
    title: 'Change files and their settings',
    risk: 'Names, metadata, groups or where files are kept can be changed. Some services let this delete, too.',
  },
  other: {
    short: 'something unknown',
    title: 'Something Pinfold does not know',
    risk: 'The service names scopes that are new here. Look them up before you call these keys harmless.',
  },
  add: {
    short: 'upload or pin files',
    title: 'Upload or pin files',
    risk: 'Content can be put into your account, and its storage is paid by you.',
  },
  readKeys: {
    short: 'list keys',
    title: 'See the list of keys',
    risk: 'Names, limits and scopes of all keys can be seen, their secrets cannot.',
  },
  read: {
    short: 'read files',
    title: 'Look at files, pins or figures',
    risk: 'Nothing can be changed. Private files and their metadata can be seen.',
  },
};

export const keyFilterMessages = {
  more: (inUse: number) => (inUse === 0 ? 'More filters' : `More filters (${inUse} in use)`),
  power: 'May',
  anyPower: 'anything',
  unusedFor: 'Unused for',
  unused: (days: string) =>
    days === 'any'
      ? 'any time'
      : days === '365'
        ? '1 year or longer'
        : `${plural(Number(days), 'day', 'days')} or longer`,
  unusedHint:
    'Unused counts from when Pinfold first saw the number of uses as it is now, and for a limited key that was never used from its creation.',
  inForce: 'Only keys that can still be used',
  listed: 'Still listed',
  listings: { any: 'any', listed: 'yes', missing: 'no longer' } satisfies Record<KeyQuery['listed'], string>,
  days: { created: 'Created between', updated: 'Updated between' },
  from: { created: 'Created from', updated: 'Updated from' },
  to: { created: 'Created up to', updated: 'Updated up to' },
  backwards: 'This day comes after the other one.',
} as const;

export const keysToolbarMessages = {
  label: 'What can be done with this list',
  ask: 'Ask the service',
  asking: 'Asking…',
  askHint: 'Asks the service the same question now and compares its answer with the copy. Nothing is changed.',
  menu: 'More for this list',
  save: 'Save view…',
  empty: 'no key is listed',
  views: 'Views…',
  alerts: 'Alerts…',
  csv: 'Export CSV',
  json: 'Export JSON',
  file: { csv: 'api-keys.csv', json: 'api-keys.json' },
} as const;

/** How a service reads the filter by name. */
export const nameSearchMessages: Readonly<Record<NameSearch, string>> = {
  wholeName: 'This service compares the pattern with the whole name.',
  insideName: 'This service looks for the pattern anywhere in a name.',
  insideLiterally: 'This service looks for the text as typed, anywhere in a name: % and _ are plain characters.',
  exactName: 'This service looks for the name exactly as typed: % and _ are plain characters.',
};

export const serviceComparisonMessages = {
  offline: 'Working offline: the service was not asked.',
  offlineRest: 'Pinfold asks it when the network is back.',
  title: ({ found, onlyThere, onlyHere, isWhole }: ServiceComparison, at: string): string =>
    !isWhole
      ? `The service has more than was asked for (${at}).`
      : onlyThere.length + onlyHere.length === 0
        ? `The service answers the same: ${keys(found)} (${at}).`
        : `The service answers otherwise: ${keys(found)} (${at}).`,
  rest: ({ requests, isWhole, found, same, setAside }: ServiceComparison): string =>
    [
      `Asked with its own filters only, in ${count(requests)} ${requests === 1 ? 'request' : 'requests'}.`,
      isWhole ? '' : ` Of the first ${keys(found)}, ${count(same)} ${isOne(same) ? 'is' : 'are'} here too.`,
      setAside === 0 ? '' : ` ${count(setAside)} could not be understood.`,
    ].join(''),
  onlyThere: {
    made: 'Only there, made since the last check:',
    changed: 'Only there, changed since the last check:',
    notCopied: 'Only there, not in the copy yet:',
    filter: 'Only there, and the copy has them as they are, so that the service filters otherwise:',
  } satisfies Record<OnlyThereReason, string>,
  onlyHere: 'Only here, gone or changed since the last check, or the service filters otherwise:',
  learnt: (search: NameSearch): string => `${nameSearchMessages[search]} Pinfold now answers alike.`,
  more: (number: number) => `and ${count(number)} more`,
} as const;

export const keyAlertMessages = {
  bar: 'API keys near their end',
  seen: 'Got it',
  all: 'All alerts…',
  title: 'Alerts about API keys',
  about: 'A key is told of once when 80\u00a0% of its uses are gone, and once when its forecast end comes near.',
  none: 'No key has crossed a line that Pinfold could see.',
  horizon: 'Tell me when a key runs out within',
  days: (days: string) => (days === '1' ? '1 day' : `${days} days`),
  notices: 'Also as a notification of the system',
  noticesHint: 'Only in the desktop app. In a browser the alert stays in this window.',
  small: 'Keys with fewer than five uses in all are not watched.',
  share: (uses: number, limit: number) => `has used ${count(uses)} of ${count(limit)}`,
  forecast: (uses: number, limit: number, end: string | null) =>
    `had ${plural(limit - uses, 'use', 'uses')} left${end === null ? '' : `, about until ${end}`}`,
  own: 'This is the key this app uses.',
  more: (number: number) => `And ${plural(number, 'more key', 'more keys')}.`,
} as const;

export const auditMessages = {
  title: 'Scope audit',
  about: (inForce: number) =>
    `What the ${keys(inForce)} in force may do, the riskiest first. Revoked, used-up and no longer listed keys do not count.`,
  from: (when: string) => `From the copy on this computer, checked ${when}.`,
  unchecked: 'From the copy on this computer, which no check has completed yet.',
  powers: 'Who may do what',
  power: 'What',
  number: 'Keys',
  details: 'Of these',
  asAdmin: (number: number) => `${count(number)} as admin`,
  idle: (number: number, days: number) => `${count(number)} unused for ${days} days`,
  none: 'no key',
  show: (what: string, number: number) => `Show ${keys(number)}: ${what}`,
  riskiest: 'Look at these first',
  riskiestAbout: 'By the worst a key may do; then keys without a limit, and those unused for longest.',
  may: (what: string) => `may ${what}`,
  unlimited: 'no limit of uses',
  limited: 'limited uses',
  unusedFor: (time: string) => `unused for ${time}`,
  dead: 'Dead keys',
  deadAbout: 'They can no longer be used by anybody. They make the list long, and nothing else.',
  revoked: 'Revoked',
  exhausted: 'Used up',
  missing: 'No longer listed',
  idleTitle: (days: number) => `In force, but unused for ${days} days`,
  idleAbout: 'Each of these is a risk that nobody seems to need. The service cannot be told from here to revoke them.',
  powerless: 'In force, without any scope',
  unknown: 'Scopes that Pinfold does not know',
  moreUnknown: (scopes: number) => `and ${plural(scopes, 'more scope', 'more scopes')}`,
  empty: 'There are no API keys in the copy',
} as const;
