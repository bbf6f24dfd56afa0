import type { FilesTable } from '../../electron/database/mirror/mirror.ts';
import type { OutboxTable } from '../../electron/database/outbox/outbox.ts';
import type { ReceivedFile, Service } from '../../electron/remote/service.ts';
import type { FileId } from '../../src/domain/core/ids.ts';
import type { RequestedChange } from '../../src/domain/edits/edit.ts';
import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import type { Result } from '../../src/domain/core/result.ts';
import { withField, keyField } from '../../src/domain/files/field.ts';
import type { Sabotage } from './sabotage.ts';
import { FIRST_SEED_OF_ALL_ACTIONS, FIRST_SEED_OF_RULE_CHANGES } from './seed-ranges.ts';

/** One rule of the outbox taken away: a simulation that finds nothing broken without it proves nothing. */
export type Control = {
  readonly name: string;
  readonly sabotage: Sabotage;
  /** Only stories from this seed on have to find it; 1 by default. */
  readonly firstSeed?: number;
};

/** The same table with some of its answers falsified. */
function overriding<T extends object>(table: T, over: Partial<T>): T {
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(table)).flatMap((name) => {
    const method: unknown = Reflect.get(table, name);
    return typeof method === 'function' && name !== 'constructor' ? [[name, method.bind(table)] as const] : [];
  });
  return { ...Object.fromEntries(methods), ...over } as T;
}

const onlyUpdates = (
  service: Service,
  change: (send: () => ReturnType<Service['updateFile']>, body: string) => Promise<Result<ReceivedFile, RemoteFailure>>,
): Service => ({
  updateFile: (network, id, body, signal) => {
    const send = () => service.updateFile(network, id, body, signal);
    return body === '{}' ? send() : change(send, body);
  },
  readFile: (network, id, signal) => service.readFile(network, id, signal),
  listFiles: (network, token, limit, signal) => service.listFiles(network, token, limit, signal),
  listKeys: (offset, revoked, signal) => service.listKeys(offset, revoked, signal),
  signature: (network, cid, signal) => service.signature(network, cid, signal),
});

const noDelayedCheck = (outbox: OutboxTable): Partial<OutboxTable> => ({
  scheduleCheck: () => undefined,
  attemptsSince: () => [],
  dueChecks: () => [],
  nextCheckMs: () => null,
  clearCheck: () => undefined,
  unresolvedAttempt: (of) => outbox.unresolvedAttempt(of),
});

const noInFlightWindow = (outbox: OutboxTable): Partial<OutboxTable> => ({
  unresolvedAttempt: (of) => {
    const attempt = outbox.unresolvedAttempt(of);
    return attempt === null ? null : { ...attempt, startedAtMs: attempt.startedAtMs - 600_000 };
  },
});

/** Repeats an unanswered request, as an HTTP library with retries does. */
const blindResend = (service: Service): Service =>
  onlyUpdates(service, async (send) => {
    const first = await send();
    return !first.ok && first.failure.kind === 'noAnswer' ? await send() : first;
  });

/** Takes any 2xx as proof of the wanted values. */
const trustingAnswers = (service: Service): Service =>
  onlyUpdates(service, async (send, text) => {
    const answer = await send();
    if (!answer.ok) return answer;
    const body: { name?: string; keyvalues?: Record<string, string | null> } = JSON.parse(text);
    const named = body.name === undefined ? answer.value.record : withField(answer.value.record, 'name', body.name);
    const record = Object.entries(body.keyvalues ?? {}).reduce(
      (now, [key, value]) => withField(now, keyField(key), value),
      named,
    );
    return { ok: true, value: { ...answer.value, record, keyvalues: new Map(record.keyvalues) } };
  });

const foldingIntoSent = (outbox: OutboxTable): Partial<OutboxTable> => ({
  enqueue: (set) => {
    const [edit, ...more] = set.edits;
    const [change, ...others] = edit?.changes ?? [];
    if (edit === undefined || change === undefined || more.length + others.length > 0) return outbox.enqueue(set);
    const of = { connectionId: set.connectionId, network: edit.network, id: edit.fileId };
    const last = outbox
      .openEdits(of)
      .flatMap((one) => one.changes)
      .findLast((one) => one.field === change.field && one.status === 'queued');
    if (last === undefined) return outbox.enqueue(set);
    outbox.update([{ editId: last.editId, field: last.field, mine: change.mine }]);
  },
});

const noRebase = (outbox: OutboxTable): Partial<OutboxTable> => ({
  update: (updates) => outbox.update(updates.filter(({ status, base }) => status !== undefined || base === undefined)),
});

/** Lets every edit look as old as the given place in the queue where its values are found on the service. */
const editsLookLike =
  (seq: number) =>
  (outbox: OutboxTable): Partial<OutboxTable> => ({
    edit: (id) => {
      const edit = outbox.edit(id);
      return edit === null ? null : { ...edit, seq };
    },
  });

/** Takes the value over which the rule wrote for one that the person saw, also where the update never came through. */
const forgettingOverruled = (outbox: OutboxTable): Partial<OutboxTable> => ({
  attemptsSince: (of, sinceMs) =>
    outbox.attemptsSince(of, sinceMs).map((attempt) => ({
      ...attempt,
      writes: attempt.writes.map(({ field, value }) => ({ field, value })),
    })),
});

const givingUp = (outbox: OutboxTable): Partial<OutboxTable> => ({
  update: (updates) =>
    outbox.update(updates.map((one) => (one.status === 'conflicted' ? { ...one, status: 'discarded' as const } : one))),
});

/** Compares with something that no person saw. */
const forgettingBases = (outbox: OutboxTable): Partial<OutboxTable> => ({
  openEdits: (of) =>
    outbox.openEdits(of).map((edit) => ({ ...edit, changes: edit.changes.map((one) => ({ ...one, base: 'unseen' })) })),
});

/** Keeps no note of a list that did not come to its end. */
const forgettingIncomplete =
  (files: FilesTable): FilesTable['setCursor'] =>
  (connectionId, job, cursor) => {
    if (!job.startsWith('incomplete:')) files.setCursor(connectionId, job, cursor);
  };

/** Lets undo ask for the value from before, whoever wrote what the copy has by now. */
const undoOnToday: Sabotage['undoQueue'] = (queue, shown) => {
  const onToday =
    (id: FileId) =>
    (one: RequestedChange): RequestedChange => {
      const today = shown(id, one.field);
      return today === undefined || today === one.mine ? one : { ...one, base: today };
    };
  return overriding(queue, {
    enqueueInto: (changeSet, wanted) =>
      queue.enqueueInto(
        changeSet,
        wanted.map(({ key, changes }) => ({ key, changes: changes.map(onToday(key.id)) })),
      ),
  });
};

const blind: Sabotage = {
  readBeforeWrite: false,
  outbox: (outbox) => overriding(outbox, { unresolvedAttempt: () => null }),
};

export const controls: readonly Control[] = [
  { name: 'no read before write', sabotage: blind },
  { name: 'changed keys only while merge or replace is unknown', sabotage: { learnt: { keyvaluesMode: 'merge' } } },
  {
    name: 'no settle time and no late look',
    sabotage: { outbox: (outbox) => overriding(outbox, { ...noDelayedCheck(outbox), ...noInFlightWindow(outbox) }) },
  },
  { name: 'no late look', sabotage: { outbox: (outbox) => overriding(outbox, noDelayedCheck(outbox)) } },
  {
    name: 'blind resend after a timeout',
    sabotage: { service: blindResend, outbox: (outbox) => overriding(outbox, noDelayedCheck(outbox)) },
  },
  {
    name: 'folding into a sent edit',
    sabotage: { outbox: (outbox) => overriding(outbox, foldingIntoSent(outbox)) },
  },
  { name: 'learning merge or replace from what is read after a timeout', sabotage: { learnsFromReads: true } },
  {
    name: 'believing lists that began before the settle',
    sabotage: { outbox: (outbox) => overriding(outbox, { settled: () => null }) },
  },
  { name: 'read and update in turns of their own', sabotage: { turnsApart: true } },
  {
    name: 'walking a list for as long as it names a next page',
    sabotage: { files: (files) => overriding(files, { isSeenIn: () => false }) },
  },
  {
    name: 'calling a list complete that was left',
    sabotage: { files: (files) => overriding(files, { setCursor: forgettingIncomplete(files) }) },
  },
  { name: 'sending what a snapshot brings back', sabotage: { sendsRestored: true } },
  { name: 'settling on any 2xx', sabotage: { service: trustingAnswers } },
  { name: 'no re-base on hold and discard', sabotage: { outbox: (outbox) => overriding(outbox, noRebase(outbox)) } },
  {
    name: 'an undo that only discards what is on its way',
    sabotage: { outbox: (outbox) => overriding(outbox, { attemptsOfEdit: () => [] }) },
  },
  {
    name: 'an undo over what somebody else wrote since',
    sabotage: { undoQueue: undoOnToday },
    firstSeed: FIRST_SEED_OF_ALL_ACTIONS,
  },
  {
    name: 'forgetting over which value a rule wrote',
    sabotage: { outbox: (outbox) => overriding(outbox, forgettingOverruled(outbox)) },
    firstSeed: FIRST_SEED_OF_RULE_CHANGES,
  },
  {
    name: 'giving an edit up where the person was to be asked',
    sabotage: { outbox: (outbox) => overriding(outbox, givingUp(outbox)) },
  },
  {
    name: 'taking a newer own value for an older one',
    sabotage: { outbox: (outbox) => overriding(outbox, editsLookLike(0)(outbox)) },
  },
  {
    name: 'asking about an older own value',
    sabotage: { outbox: (outbox) => overriding(outbox, editsLookLike(Number.MAX_SAFE_INTEGER)(outbox)) },
  },
  {
    name: 'asking about the value that the person saw',
    sabotage: { outbox: (outbox) => overriding(outbox, forgettingBases(outbox)) },
  },
  {
    name: 'all naive',
    sabotage: {
      readBeforeWrite: false,
      service: (service) => trustingAnswers(blindResend(service)),
      learnt: { keyvaluesMode: 'merge' },
      outbox: (outbox) =>
        overriding(outbox, {
          ...noDelayedCheck(outbox),
          ...noRebase(outbox),
          unresolvedAttempt: () => null,
          settled: () => null,
        }),
    },
  },
];

/** The controls that a campaign from a seed on has to find. */
export const controlsOf = (from: number): readonly Control[] =>
  controls.filter(({ firstSeed = 1 }) => from >= firstSeed);
