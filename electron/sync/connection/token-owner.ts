import {
  accountNameOf,
  type FindKey,
  isProvenSame,
  isSameOwner,
  type TokenOwner,
} from '../../../src/domain/connections/account-proof.ts';
import {
  accountRefOf,
  type Capability,
  type Connection,
  formerAccountsAfter,
  type FormerAccount,
  isSameAccount,
  originOf,
} from '../../../src/domain/connections/connection.ts';
import { mayUpdateFiles } from '../../../src/domain/keys/scopes.ts';
import { scanFromStart } from '../pull/pull-files.ts';
import type { Clock, Random, Tables } from '../ports.ts';

type Ports = {
  /** The account of a token, read from the token itself. */
  readonly accountOf: (token: string) => TokenOwner;
  readonly clock: Clock;
  readonly tables: Tables;
};
type ListPorts = Pick<Ports, 'clock' | 'tables'> & { readonly random: Random };

/**
 * The account that a connection has with a new token, and its former accounts. A token that provably belongs to an account
 * the connection had takes that account's name, so that no edit is parked.
 *
 * @param baseUrl the address that the token is for
 */
export function ownerWithToken(ports: Ports, connection: Connection, token: string, baseUrl = connection.baseUrl) {
  const owner = ports.accountOf(token);
  const origin = originOf({ kind: connection.kind, baseUrl });
  // The mirror holds keys of the present origin only.
  const findKey = origin === originOf(connection) ? keyFinder(ports, connection) : () => null;
  const had = [{ ...connection, origin: originOf(connection) }, ...connection.formerAccounts];
  const known = had.find((one) => one.origin === origin && isSameOwner(one, owner, findKey));
  const account = known?.account ?? accountNameOf(owner, findKey);
  const formerAccounts = formerAccountsAfter(connection, { origin, account }, ports.clock.nowMs());
  return { account, tokenKey: owner.tokenKey, formerAccounts };
}

/**
 * Parts with the lists of another account, if there was one: a scan that was under way begins anew, and no list from before
 * the change proves a key to be the present account's, whatever the clock said then.
 */
export function leaveLists({ tables, clock, random }: ListPorts, before: Connection, now: Connection): void {
  const [left] = now.formerAccounts;
  if (left === undefined || isSameAccount(accountRefOf(before), accountRefOf(now))) return;
  scanFromStart({ ...tables, clock, random }, now.id, now.copiedParts);
  tables.keys.limitSeenAt(now.id, left.replacedAtMs);
}

/** Whether a token provably belongs to the account that a connection has now. */
export const isOwnToken = (ports: Ports, connection: Connection, token: string): boolean =>
  isSameOwner(connection, ports.accountOf(token), keyFinder(ports, connection));

/**
 * Whether a kept token may act for the account that a connection has. One that was given to a connection since may be another
 * account's when an earlier copy of the outbox comes back.
 */
export function mayActFor(ports: Ports, connection: Connection, token: string): boolean {
  const { tokenKey } = ports.accountOf(token);
  // The same key is proof enough, also while the mirror that names its user is gone.
  return (tokenKey !== null && tokenKey === connection.tokenKey) || isOwnToken(ports, connection, token);
}

/** The former accounts that the keys of the mirror prove to be the present one. */
export function provenAccounts(ports: Ports, connection: Connection): readonly FormerAccount[] {
  const sinceMs = connection.formerAccounts[0]?.replacedAtMs ?? 0;
  const findKey = keyFinder(ports, connection);
  return connection.formerAccounts.filter(
    (one) => one.origin === originOf(connection) && isProvenSame(one, connection, sinceMs, findKey),
  );
}

/** What the scopes of the token's own key say about updates; null where they say nothing new, or no scan has seen the key. */
export function updatesByOwnKey({ tables }: Ports, { id, tokenKey, learnt }: Connection): Capability | null {
  if (tokenKey === null || learnt.updates.kind !== 'notChecked') return null;
  const own = tables.keys.byValue(id, tokenKey);
  return own !== null && mayUpdateFiles(own.scopesJson) ? { kind: 'yes', checkedAtMs: own.seenAtMs } : null;
}

const keyFinder =
  ({ tables }: Ports, { id }: Connection): FindKey =>
  (publicValue) =>
    tables.keys.byValue(id, publicValue);
