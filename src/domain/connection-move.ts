import { originOf, parseBaseUrl, type BaseUrlFlaw, type Connection } from './connections/connection.ts';
import { fail, ok, type Result } from './core/result.ts';

export type MoveFlaw = BaseUrlFlaw | 'practice' | 'needsToken';

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
export function moveOf(from: Connection, typed: string, hasToken: boolean): Result<Move, MoveFlaw> {
  if (from.kind === 'practice') return fail('practice');
  const baseUrl = parseBaseUrl(typed);
  if (!baseUrl.ok) return baseUrl;
  const isElsewhere = originOf({ kind: 'service', baseUrl: baseUrl.value }) !== originOf(from);
  return isElsewhere && !hasToken ? fail('needsToken') : ok({ baseUrl: baseUrl.value, isElsewhere });
}
