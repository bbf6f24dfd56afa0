import type { DryRunReason, DryRunVerdict } from './dry-run.ts';
import { tickLetters, type TickOutcome } from '../tape.ts';

/** The verdicts of a dry run, those that need a person first. */
export const verdictOrder = [
  'conflict',
  'refused',
  'gone',
  'unread',
  'unknown',
  'wouldGiveWay',
  'wouldApply',
  'alreadyThere',
] as const satisfies readonly DryRunVerdict[];

const tickOfVerdict: Record<DryRunVerdict, TickOutcome> = {
  conflict: 'needsYou',
  refused: 'refused',
  gone: 'gone',
  unread: 'held',
  unknown: 'held',
  wouldGiveWay: 'discarded',
  wouldApply: 'waiting',
  alreadyThere: 'onServer',
};

/** One letter for each file of a dry run, in the order of the verdicts: nothing has an order of sending yet. */
export const tapeOfCounts = (counts: Readonly<Record<DryRunVerdict, number>>): string =>
  verdictOrder.map((verdict) => tickLetters[tickOfVerdict[verdict]].repeat(counts[verdict])).join('');

type Judged = { readonly verdict: DryRunVerdict; readonly reason: DryRunReason | null };

/** Files of a dry run with the same verdict. */
export type DryRunGroup<File extends Judged> = {
  readonly verdict: DryRunVerdict;
  /** All files with this verdict, listed or not. */
  readonly count: number;
  /** The reason of every listed file alike; null where their reasons differ or there is none. */
  readonly reason: DryRunReason | null;
  /** In the order of the answer, which lists no more than its first thousand files. */
  readonly files: readonly File[];
};

/** The files of a dry run by verdict; a verdict without files is left out. */
export function dryRunGroups<File extends Judged>(
  counts: Readonly<Record<DryRunVerdict, number>>,
  listed: readonly File[],
): readonly DryRunGroup<File>[] {
  const byVerdict = Map.groupBy(listed, ({ verdict }) => verdict);
  return verdictOrder
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => {
      const files = byVerdict.get(verdict) ?? [];
      const reasons = new Map(files.map(({ reason }) => [JSON.stringify(reason), reason]));
      const [reason = null] = reasons.size === 1 ? reasons.values() : [];
      return { verdict, count: counts[verdict], reason, files };
    });
}
