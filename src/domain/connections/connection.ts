import { copiedParts, everyPart } from './copied-parts.ts';
import { fileCeiling, firstFileCeiling } from './file-ceiling.ts';
import { z } from 'zod';
import { connectionId, network, type Network } from '../core/ids.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { type BaseUrlProblem, parseBaseUrl } from './typed-address.ts';
import { nameSearchTrait, noNameSearch } from '../service/name-search.ts';
import { describeFailure, type RemoteFailure, requestIdOf } from '../service/remote-failure.ts';
import { metadataMode, modeEvidence } from '../service/metadata-mode.ts';
import { noLimits, serviceLimits } from '../service/service-limits.ts';

/** Who decides about a field that was changed on both sides: the person, or a rule of the connection. */
export const conflictRule = z.enum(['ask', 'mineWins', 'serverWins']);
export type ConflictRule = z.infer<typeof conflictRule>;

/** The longest name of a connection, in UTF-16 code units. */
export const LONGEST_CONNECTION_NAME = 200;

/** A limit of requests in any minute, 1 to 6,000. */
export const requestsPerMinute = z.number().int().min(1).max(6_000);

/** Whether this token may use one area of the service; `words` is the service's message when it may not. */
export const capability = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('notChecked') }),
  z.object({ kind: z.literal('yes'), checkedAtMs: z.number() }),
  z.object({ kind: z.literal('no'), checkedAtMs: z.number(), words: z.string(), requestId: z.string().nullable() }),
]);
export type Capability = z.infer<typeof capability>;

/** A capability that a failed request denies. `words`: what the person reads of the failure. */
export const deniedBy = (
  failure: RemoteFailure,
  checkedAtMs: number,
  words = describeFailure(failure),
): Capability => ({
  kind: 'no',
  checkedAtMs,
  words,
  requestId: requestIdOf(failure),
});

/** Service traits: what requests have shown about a service beyond the contract. Checked again when a person asks. */
export const serviceTraits = z.object({
  keys: capability,
  /** Whether `PUT /files/{network}/{id}` was answered, or the scopes of the token's own key allow it. */
  updates: capability.default({ kind: 'notChecked' }),
  signatures: capability,
  /** Whether `GET /files/{network}` lists files. */
  listing: capability,
  /** Networks whose list has worked; read by `hasListed`. */
  listed: z.array(network).readonly().default([]),
  /** Whether `GET /files/{network}/{id}` reads one. */
  readById: capability,
  keyvaluesMode: metadataMode,
  /** What showed `keyvaluesMode`; null without a sign of it. */
  modeEvidence: modeEvidence.nullable().default(null),
  /** The same as a sentence, where an earlier build wrote it; null for every other one. */
  keyvaluesEvidence: z.string().nullable(),
  /** How the `name` filter of keys is read. */
  nameSearch: nameSearchTrait.default(noNameSearch),
  /** What refused updates have shown of the service's limits. */
  limits: serviceLimits.default(noLimits),
});
export type ServiceTraits = z.infer<typeof serviceTraits>;

/** The traits of a service that was never asked. */
export const noTraits: ServiceTraits = {
  keys: { kind: 'notChecked' },
  updates: { kind: 'notChecked' },
  signatures: { kind: 'notChecked' },
  listing: { kind: 'notChecked' },
  listed: [],
  readById: { kind: 'notChecked' },
  keyvaluesMode: 'unknown',
  modeEvidence: null,
  keyvaluesEvidence: null,
  nameSearch: noNameSearch,
  limits: noLimits,
};

/**
 * Whether a list of the network has ever worked. From then on the service has that list, and a failure of it is an outage,
 * whatever the service answers.
 */
export const hasListed = ({ listed, listing }: ServiceTraits, of: Network): boolean =>
  // Traits of earlier builds name no network. Their lists were asked for the public files first.
  listed.includes(of) || (of === 'public' && listing.kind === 'yes');

/** What stays known when the token is replaced: the lists are the service's own. */
export const traitsWithoutToken = (learnt: ServiceTraits): ServiceTraits => ({
  ...noTraits,
  listed: network.options.filter((of) => hasListed(learnt, of)),
});

/** Whether a service has ever answered: each trait that is known comes from an answer. */
export const hasAnswered = ({ learnt }: { readonly learnt: ServiceTraits }): boolean =>
  [learnt.keys, learnt.updates, learnt.signatures, learnt.listing, learnt.readById].some(
    ({ kind }) => kind !== 'notChecked',
  );

/** Account ref: the origin and account an edit was made for. The edit is never sent to another one. */
export const accountRef = z.object({ origin: z.string(), account: z.string() }).readonly();

export type AccountRef = z.infer<typeof accountRef>;

/** An account that a connection had before its token or its address was replaced. */
export const formerAccount = accountRef
  .unwrap()
  .extend({
    /** The public value of the replaced token's API key; null when the token did not say. */
    tokenKey: z.string().nullable(),
    replacedAtMs: z.number(),
    /** Whether a person wants the edits of this account to stay parked. */
    isKeptParked: z.boolean(),
  })
  .readonly();
export type FormerAccount = z.infer<typeof formerAccount>;

/**
 * The gateway that a person set for the contents of one connection, and for no other: who may see the files of one account
 * need not see those of another.
 */
export const connectionGateway = z.object({
  /** As `parseGateway` returns it. */
  address: z.string(),
  /** Whether pictures of public files are fetched as they are looked at. */
  showsImages: z.boolean(),
});
export type ConnectionGateway = Readonly<z.infer<typeof connectionGateway>>;

/** A connection: one account on one service. The host's vault keeps the token. */
export const connection = z.object({
  id: connectionId,
  name: z.string(),
  kind: z.enum(['service', 'practice']),
  /** With the version segment, without a slash at the end; changes at every start for practice. */
  baseUrl: z.string(),
  /** Whose files these are: the token's account, or a digest of the token where it names none. */
  account: z.string(),
  /** The public value of the token's API key, as the token says; null when it does not. */
  tokenKey: z.string().nullable(),
  paused: z.boolean(),
  conflictRule,
  /** Whether a send reads the record first. False overwrites without looking. */
  readBeforeWrite: z.boolean(),
  /** Minutes between pulls, 1 to 1,440. */
  checkEveryMinutes: z.number().int().min(1).max(1_440),
  /** Whether sends and new edits are refused. */
  readOnly: z.boolean().default(false),
  /** Most requests in any minute; null for the app's default, which has no limit for practice. */
  requestsPerMinute: requestsPerMinute.nullable().default(null),
  fileCeiling: fileCeiling.default(firstFileCeiling),
  copiedParts: copiedParts.default(everyPart),
  /** Null, as at first, for none. */
  gateway: connectionGateway.nullable().default(null),
  /** Service traits; a name of the stored JSON. */
  learnt: serviceTraits,
  /** Newest first. */
  formerAccounts: z.array(formerAccount).readonly().default([]),
  createdAtMs: z.number(),
});
export type Connection = Readonly<z.infer<typeof connection>>;

/** The settings of a new connection: everything is copied, whatever differs is asked, read before it is written, and checked often. */
export const settingsAtFirst = {
  paused: false,
  conflictRule: 'ask',
  readBeforeWrite: true,
  checkEveryMinutes: 5,
  readOnly: false,
  requestsPerMinute: null,
  fileCeiling: firstFileCeiling,
  copiedParts: everyPart,
  gateway: null,
  formerAccounts: [],
} as const satisfies Partial<Connection>;

/** The origin of the practice service, which has no stable address. */
export const practiceOrigin = 'practice:';

/** The origin of an account ref (RFC 6454); `practiceOrigin` for practice. */
export const originOf = (of: Pick<Connection, 'kind' | 'baseUrl'>): string =>
  of.kind === 'practice' ? practiceOrigin : new URL(of.baseUrl).origin;

/** The account that new edits of a connection are made for. */
export const accountRefOf = (connection: Connection): AccountRef => ({
  origin: originOf(connection),
  account: connection.account,
});

/**
 * A pasted token without quotes, line breaks, blanks and a `Bearer ` in front.
 *
 * @returns null when the rest cannot be a header value of at most 8,192 characters
 */
export function cleanToken(text: string): string | null {
  const bare = text
    .replace(/["'`\s]+/g, ' ')
    .trim()
    .replace(/^(authorization:\s*)?bearer\s+/i, '')
    .replaceAll(' ', '');
  return /^[\x21-\x7e]{1,8192}$/.test(bare) ? bare : null;
}

/** Why a connection cannot move to an address. */
export type MoveProblem = BaseUrlProblem | 'practice' | 'needsToken';

/** A move of a connection to another base address. */
export type ConnectionMove = {
  readonly baseUrl: string;
  /** Whether the origin is another one: the old token must not go there, the mirror is deleted, edits are parked. */
  readonly isElsewhere: boolean;
};

/**
 * Whether a connection may move to an address as a person typed it.
 *
 * @param hasToken whether a token for the new address comes with it
 */
export function moveOf(from: Connection, typed: string, hasToken: boolean): Result<ConnectionMove, MoveProblem> {
  if (from.kind === 'practice') return fail('practice');
  const baseUrl = parseBaseUrl(typed);
  if (!baseUrl.ok) return baseUrl;
  const isElsewhere = originOf({ kind: 'service', baseUrl: baseUrl.value }) !== originOf(from);
  return isElsewhere && !hasToken ? fail('needsToken') : ok({ baseUrl: baseUrl.value, isElsewhere });
}

/** Whether two account refs are equal. */
export const isSameAccount = (a: AccountRef, b: AccountRef): boolean =>
  a.origin === b.origin && a.account === b.account;

/** Most former accounts that a connection remembers. */
const MOST_FORMER_ACCOUNTS = 20;

/** The former accounts of a connection that changes from one account to another. */
export function formerAccountsAfter(from: Connection, to: AccountRef, nowMs: number): readonly FormerAccount[] {
  const left = { origin: originOf(from), account: from.account, tokenKey: from.tokenKey };
  const all = [{ ...left, replacedAtMs: nowMs, isKeptParked: false }, ...from.formerAccounts];
  const others = all.filter((one) => !isSameAccount(one, to));
  const newest = others.filter((one, at) => others.findIndex((other) => isSameAccount(other, one)) === at);
  return newest.slice(0, MOST_FORMER_ACCOUNTS);
}
