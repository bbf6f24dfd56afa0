import { z } from 'zod';
import { connectionId } from '../core/ids.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { metadataMode } from '../service/metadata-mode.ts';

/** Who decides when a field was changed in both places: the person, or a standing rule. */
export const conflictRule = z.enum(['ask', 'mineWins', 'serverWins']);
export type ConflictRule = z.infer<typeof conflictRule>;

/** 1 to 6,000. */
export const requestsPerMinute = z.number().int().min(1).max(6_000);

/** Whether one area of the service may be used with this token, and what the service said when it may not. */
export const capability = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('notChecked') }),
  z.object({ kind: z.literal('yes'), checkedAtMs: z.number() }),
  z.object({ kind: z.literal('no'), checkedAtMs: z.number(), words: z.string(), requestId: z.string().nullable() }),
]);
export type Capability = z.infer<typeof capability>;

/** What was found out about a service beyond the contract; kept with its evidence and asked again on demand. */
export const serviceTraits = z.object({
  keys: capability,
  files: capability,
  signatures: capability,
  /** Whether `GET /files/{network}` lists files. */
  listing: capability,
  /** Whether `GET /files/{network}/{id}` reads one. */
  readById: capability,
  keyvaluesMode: metadataMode,
  /** In words, why `keyvaluesMode` is what it is; null while it is unknown. */
  keyvaluesEvidence: z.string().nullable(),
});
export type ServiceTraits = z.infer<typeof serviceTraits>;

export const noTraits: ServiceTraits = {
  keys: { kind: 'notChecked' },
  files: { kind: 'notChecked' },
  signatures: { kind: 'notChecked' },
  listing: { kind: 'notChecked' },
  readById: { kind: 'notChecked' },
  keyvaluesMode: 'unknown',
  keyvaluesEvidence: null,
};

/** One account on one service. The token is not here: it rests in the host's vault. */
export const connection = z.object({
  id: connectionId,
  name: z.string(),
  kind: z.enum(['service', 'practice']),
  /** With the version segment, without a slash at the end; for practice it changes at every start. */
  baseUrl: z.string(),
  /** Whose files these are: from the token where it says so, else a digest of it. Edits are bound to it. */
  account: z.string(),
  /** The public value of the key this token belongs to, as the token itself says; null when it does not. */
  tokenKey: z.string().nullable(),
  paused: z.boolean(),
  conflictRule,
  /** Look at the record before writing over it. Off means "overwrite without looking". */
  readBeforeWrite: z.boolean(),
  /** Minutes between checks for news, 1 to 1,440. */
  checkEveryMinutes: z.number().int().min(1).max(1_440),
  /** Nothing that could change the service is sent, and no edit is queued. */
  readOnly: z.boolean().default(false),
  /** Most requests in any minute; null leaves it to the app, which asks its own computer without a limit. */
  requestsPerMinute: requestsPerMinute.nullable().default(null),
  learnt: serviceTraits,
  createdAtMs: z.number(),
});
export type Connection = Readonly<z.infer<typeof connection>>;

export const practiceOrigin = 'practice:';

/** What edits are bound to: the practice service has no stable address, so it has an origin of its own. */
export const originOf = (of: Pick<Connection, 'kind' | 'baseUrl'>): string =>
  of.kind === 'practice' ? practiceOrigin : new URL(of.baseUrl).origin;

export type BaseUrlProblem = 'notAnAddress' | 'notHttps' | 'hasUserinfo' | 'hasQueryOrFragment';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Reads a base address as a person types it: https, or http on this computer only; nothing a token could leak through.
 *
 * @returns the address without trailing slashes
 */
export function parseBaseUrl(text: string): Result<string, BaseUrlProblem> {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return fail('notAnAddress');
  const url = new URL(trimmed);
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
  if (!secure) return fail(/^https?:$/.test(url.protocol) ? 'notHttps' : 'notAnAddress');
  if (url.username !== '' || url.password !== '') return fail('hasUserinfo');
  if (url.search !== '' || url.hash !== '') return fail('hasQueryOrFragment');
  return ok(`${url.origin}${url.pathname.replace(/\/+$/, '')}`);
}

/**
 * A token as people paste it: without quotes, line breaks, blanks or a `Bearer ` in front.
 *
 * @returns null when what is left could not go into a header
 */
export function cleanToken(text: string): string | null {
  const bare = text
    .replace(/["'`\s]+/g, ' ')
    .trim()
    .replace(/^(authorization:\s*)?bearer\s+/i, '')
    .replaceAll(' ', '');
  return /^[\x21-\x7e]{1,8192}$/.test(bare) ? bare : null;
}

export type MoveProblem = BaseUrlProblem | 'practice' | 'needsToken';

/** A connection's way to another base address. */
export type Move = {
  readonly baseUrl: string;
  /** Another origin: the old token must not go there, what was copied is of another service, and edits are parked. */
  readonly isElsewhere: boolean;
};

/**
 * Whether a connection may move to an address as a person typed it.
 *
 * @param hasToken a token for the new address was given along with it
 */
export function moveOf(from: Connection, typed: string, hasToken: boolean): Result<Move, MoveProblem> {
  if (from.kind === 'practice') return fail('practice');
  const baseUrl = parseBaseUrl(typed);
  if (!baseUrl.ok) return baseUrl;
  const isElsewhere = originOf({ kind: 'service', baseUrl: baseUrl.value }) !== originOf(from);
  return isElsewhere && !hasToken ? fail('needsToken') : ok({ baseUrl: baseUrl.value, isElsewhere });
}

/** The account an edit was made for: never sent anywhere else. */
export const accountRef = z.object({ origin: z.string(), account: z.string() }).readonly();

export type AccountRef = z.infer<typeof accountRef>;

export const isSameAccount = (a: AccountRef, b: AccountRef): boolean =>
  a.origin === b.origin && a.account === b.account;
