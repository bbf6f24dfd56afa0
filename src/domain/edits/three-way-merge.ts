import { coalesced, isRemoval, compare, type CoalescedChange } from './coalesce.ts';
import { conflicted, settled, type ChangeUpdate, type DisplacedValue } from './change-update.ts';
import type { ConflictRule } from '../connections/connection.ts';
import { dequeue } from './requeue.ts';
import type { FieldChange } from './edit.ts';
import type { FieldWrite } from './update-body.ts';
import { fieldValue, type FieldValue } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';

/** What to do about one file's queued edits, now that its record has been read. */
export type MergePlan = {
  readonly updates: readonly ChangeUpdate[];
  /** What is left to send, and the edits it belongs to. */
  readonly chains: readonly CoalescedChange[];
  readonly writes: readonly FieldWrite[];
  readonly lost: readonly DisplacedValue[];
};

/** What a comparison needs besides the record. */
export type MergeContext = {
  readonly rule: ConflictRule;
  readonly nowMs: number;
  /** Values of ours, older than the chain, that a slow request may have put there. */
  readonly own: (chain: CoalescedChange) => ReadonlySet<FieldValue>;
};

type ChainPlan = { updates: readonly ChangeUpdate[]; send: boolean; lost: readonly DisplacedValue[] };

/**
 * Compares every queued field with what the service holds. Fields that agree are settled, fields somebody else changed
 * wait for the person (or follow the rule), and the rest of the file goes through.
 *
 * @param changes of one file, any status
 */
export function mergeFile(changes: readonly FieldChange[], record: FileRecord, against: MergeContext): MergePlan {
  const plans = coalesced(changes).map((chain) => ({
    chain,
    plan: planChain(chain, fieldValue(record, chain.field), changes, against),
  }));
  const chains = plans.filter(({ plan }) => plan.send).map(({ chain }) => chain);
  return {
    updates: plans.flatMap(({ plan }) => plan.updates),
    chains,
    writes: chains.map(({ field, mine }) => ({ field, value: mine })),
    lost: plans.flatMap(({ plan }) => plan.lost),
  };
}

function planChain(
  chain: CoalescedChange,
  server: FieldValue,
  changes: readonly FieldChange[],
  against: MergeContext,
): ChainPlan {
  const verdict = compare(chain, server, against.own(chain));
  switch (verdict.kind) {
    case 'alreadyThere':
      return { updates: chain.steps.map((step) => settled(step, 'alreadyThere')), send: false, lost: [] };
    case 'send':
      return {
        updates: chain.steps.slice(0, verdict.landed).map((step) => settled(step, 'applied')),
        send: true,
        lost: [],
      };
    case 'conflict':
      return planConflict(chain, server, changes, against);
  }
}

function planConflict(
  chain: CoalescedChange,
  server: FieldValue,
  changes: readonly FieldChange[],
  { rule, nowMs }: MergeContext,
): ChainPlan {
  const [first] = chain.steps;
  const last = chain.steps.at(-1);
  if (first === undefined || last === undefined) throw new Error('A chain has at least one step');
  if (rule === 'ask') {
    return { updates: chain.steps.map((step) => conflicted(step, server, nowMs)), send: false, lost: [] };
  }
  if (rule === 'mineWins') {
    const lost = { field: chain.field, value: server, from: 'server' as const, editId: last.editId };
    return { updates: [{ editId: first.editId, field: first.field, base: server }], send: true, lost: [lost] };
  }
  const lost = { field: chain.field, value: chain.mine, from: 'mine' as const, editId: last.editId };
  return { updates: dequeue(changes, chain.steps, 'discarded'), send: false, lost: [lost] };
}

/**
 * The same without the keys that are to go: what can be sent where a removal is in the way of everything else.
 *
 * @returns null when there are no removals, or nothing else
 */
export function withoutRemovals(plan: MergePlan): MergePlan | null {
  const chains = plan.chains.filter((chain) => !isRemoval(chain));
  if (chains.length === 0 || chains.length === plan.chains.length) return null;
  return { ...plan, chains, writes: chains.map(({ field, mine }) => ({ field, value: mine })) };
}
