import type { SyncState } from '../service/sync-state.ts';
import type { TroubleReason } from './activity.ts';

/** What keeps a connection from its service, and since when it does. */
export type Trouble = { readonly reason: TroubleReason; readonly sinceMs: number };

type Turn =
  | { readonly kind: 'none' }
  | { readonly kind: 'trouble'; readonly reason: TroubleReason; readonly detail: string }
  | { readonly kind: 'recovered'; readonly reason: TroubleReason; readonly sinceMs: number };

/**
 * What a step of the engine means for the activity. Work that is under way proves nothing: a new try clears the problem
 * before it has an answer.
 *
 * @param known the trouble that was told last; null for none
 */
export function turnOf(known: Trouble | null, state: SyncState): Turn {
  const now = troubleIn(state);
  if (now !== null) return now.reason === known?.reason ? { kind: 'none' } : { kind: 'trouble', ...now };
  const isProven = state.work === 'none' && state.mode === 'running';
  return known !== null && isProven ? { kind: 'recovered', ...known } : { kind: 'none' };
}

function troubleIn({ mode, network, push, pull }: SyncState): { reason: TroubleReason; detail: string } | null {
  // A paused connection, or one without a token, tries nothing: that is the person's own doing.
  if (mode !== 'running') return null;
  if (network === 'down') return { reason: 'offline', detail: '' };
  const problem = push.problem ?? pull.problem;
  return problem === null ? null : { reason: problem.reason, detail: problem.detail };
}
