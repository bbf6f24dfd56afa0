import type { DryRun as RehearsalAnswer } from '../../../src/contract/changes.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import type { ChangeSetId, ConnectionId } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { dryRun, type DryRunLine } from '../../sync/push/dry-run.ts';
import { notFound, type HandlerContext } from '../handler-context.ts';

type Verdict = DryRunLine['verdict'];

const LISTED_FILES = 1_000;
/** What needs a person comes first. */
const ORDER: readonly Verdict[] = ['conflict', 'refused', 'gone', 'unread', 'unknown', 'wouldApply', 'alreadyThere'];

export async function dryRunHandlers(
  { connections, tables }: HandlerContext,
  connectionId: ConnectionId,
  only: readonly ChangeSetId[] | null,
): Promise<Result<RehearsalAnswer, Failure>> {
  const running = connections.running(connectionId);
  if (running === null) return fail(notFound);
  const { lines, ...asked } = await dryRun(running.sync, only, new AbortController().signal);
  const sorted = lines.toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
  const count = (verdict: Verdict): number => lines.filter((line) => line.verdict === verdict).length;
  return ok({
    ...asked,
    counts: {
      wouldApply: count('wouldApply'),
      alreadyThere: count('alreadyThere'),
      conflict: count('conflict'),
      refused: count('refused'),
      gone: count('gone'),
      unread: count('unread'),
      unknown: count('unknown'),
    },
    files: sorted.slice(0, LISTED_FILES).map((line) => ({
      ...line,
      fields: [...line.fields],
      fileName: tables.files.get({ ...line.key, connectionId })?.record.name ?? null,
    })),
  });
}
