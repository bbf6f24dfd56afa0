import {
  type Connection,
  noTraits,
  settingsAtFirst,
  traitsWithoutToken,
} from '../../../src/domain/connections/connection.ts';
import { connectionId } from '../../../src/domain/core/ids.ts';
import type { ConnectionsPorts, NewConnection } from './running-connections.ts';
import { isOwnToken, ownerWithToken } from './token-owner.ts';

type Ports = Pick<ConnectionsPorts, 'accountOf' | 'clock' | 'random' | 'tables'>;

/** A connection that a person adds, with its address as `parseBaseUrl` returns it. */
type Wanted = NewConnection & { readonly baseUrl: string };

/**
 * The connection that a wanted one is already: the same service and, as far as can be proved, the same account. Practice is
 * there once.
 *
 * @returns null for one that is new
 */
export const knownConnection = (ports: Ports, all: readonly Connection[], wanted: Wanted): Connection | null =>
  all.find(
    (one) =>
      one.kind === wanted.kind &&
      (one.kind === 'practice' || (one.baseUrl === wanted.baseUrl && isOwnToken(ports, one, wanted.token))),
  ) ?? null;

/**
 * The connection to be kept: a known one with the wanted name, address and token, and what it had otherwise.
 *
 * @param known null for one that is new
 * @param keptToken the token that a known one had; null without one, or where the keychain is locked
 */
export function addedConnection(
  ports: Ports,
  known: Connection | null,
  wanted: Wanted,
  keptToken: string | null,
): Connection {
  const { kind, name, baseUrl, copiedParts, token } = wanted;
  return {
    id: connectionId.parse(ports.random.uuid()),
    kind,
    ...settingsAtFirst,
    learnt: noTraits,
    createdAtMs: ports.clock.nowMs(),
    ...known,
    name: name === '' ? (known?.name ?? new URL(baseUrl).host) : name,
    baseUrl,
    ...(copiedParts === undefined ? {} : { copiedParts }),
    ...(known === null ? ports.accountOf(token) : ownerWithToken(ports, known, token)),
    ...(known === null || token === keptToken ? {} : { learnt: traitsWithoutToken(known.learnt) }),
  };
}
