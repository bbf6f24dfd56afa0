import type { AccountRef, Connection, FormerAccount } from './connection.ts';

/** The owner of a token, as far as the token itself tells: its account or a digest of it, and its API key. */
export type TokenOwner = Pick<Connection, 'account' | 'tokenKey'>;

/** An API key of the mirror: the user it belongs to, and when a list last had it. */
export type KeyOfUser = { readonly userId: string | null; readonly seenAtMs: number };

/** Finds an API key of the mirror by its public value; null when the mirror lacks it. */
export type FindKey = (publicValue: string) => KeyOfUser | null;

const DIGEST = 'sha256:';

/** Whether a token named the account; a digest of the token stands for it otherwise. */
export const isNamed = (account: string): boolean => !account.startsWith(DIGEST);

/** The account of a token: the one it names, or else the user of its API key, or else its digest. */
export function accountNameOf({ account, tokenKey }: TokenOwner, findKey: FindKey): string {
  const userId = !isNamed(account) && tokenKey !== null ? findKey(tokenKey)?.userId : null;
  return userId ?? account;
}

/** Whether two tokens provably belong to one account: the same name, or API keys of the same user. */
export function isSameOwner(a: TokenOwner, b: TokenOwner, findKey: FindKey): boolean {
  const names = namesOf(a, findKey);
  return namesOf(b, findKey).some((name) => names.includes(name));
}

function namesOf({ account, tokenKey }: TokenOwner, findKey: FindKey): readonly string[] {
  const userId = tokenKey === null ? null : (findKey(tokenKey)?.userId ?? null);
  return userId === null ? [account] : [account, userId];
}

/**
 * Whether a former account is provably the one the connection has now: the same owner, or the present token has listed the
 * API key of the former one, which a service does for keys of one account only.
 *
 * @param sinceMs the time since when the connection has the present token
 */
export function isProvenSame(former: FormerAccount, now: TokenOwner, sinceMs: number, findKey: FindKey): boolean {
  const key = former.tokenKey === null ? null : findKey(former.tokenKey);
  return isSameOwner(former, now, findKey) || (key !== null && key.seenAtMs > sinceMs);
}

/**
 * Why edits are parked. `token`: one of the two tokens names no account, so that both may belong to one. `account`: the tokens
 * name different accounts. `address`: the edits were made for another origin.
 */
export const parkedReasons = ['token', 'account', 'address'] as const;
export type ParkedReason = (typeof parkedReasons)[number];

/** Why edits of the account `from` are parked while the connection has the account `now`. */
export function parkedReason(from: AccountRef, now: AccountRef): ParkedReason {
  if (from.origin !== now.origin) return 'address';
  return [from, now].some(({ account }) => !isNamed(account)) ? 'token' : 'account';
}
