import { type FileKey, fileKeyText, type FileRef } from '../../../src/domain/core/ids.ts';
import { STALE_LIST_MS } from '../../../src/domain/edits/late-landings.ts';
import { mergeFile } from '../../../src/domain/edits/three-way-merge.ts';
import type { FileRecord, ObservedFile } from '../../../src/domain/files/file.ts';
import type { Page, ReceivedFile } from '../../remote/service.ts';
import { editsForAccount, unfinishedChanges } from '../outbox/edits-of-file.ts';
import { projectFile } from '../outbox/project-edits.ts';
import { recordOutcomes } from '../outbox/record-outcomes.ts';
import type { SyncPorts } from '../ports.ts';
import { recordsToTake } from '../outbox/settled-records.ts';
import { slicesOf, timedSlicesOf } from '../yielding.ts';
import { recentWritesIn, rememberRemoteChange } from '../outbox/own-recent-writes.ts';

/** Counts the rows of a page that could not be read. */
export function setAsideRows({ setAside }: Pick<SyncPorts, 'setAside'>, page: Page<unknown>): void {
  if (page.setAsideReason !== null) setAside({ count: page.setAside, reason: page.setAsideReason, id: null });
}

/** Counts a record that the mirror refuses for what is in it. */
export const setAsideFile =
  ({ setAside }: Pick<SyncPorts, 'setAside'>) =>
  ({ record }: ObservedFile, reason: string): void =>
    setAside({ count: 1, reason: `file ${record.id}: ${reason}`, id: fileKeyText(record) });

/** Applies a record that was read by id, or that answers our own update: the freshest there is. */
export function applyRemoteRecord(ports: SyncPorts, of: FileRef, file: ReceivedFile, requestSeq: number): void {
  const { files, outbox, clock, announce, unshown } = ports;
  const seen = { seenAtMs: clock.nowMs(), requestSeq, scanId: null };
  const changes = unfinishedChanges(outbox, of);
  const take = (): void => {
    rememberRemoteChange(ports, of, file);
    const changed = files.put(of.connectionId, [file], seen, () => changes, setAsideFile(ports));
    // The mirror only marks an unchanged record as seen, but the edits that wait on top of it may have changed.
    if (changed === 0) files.project(of, changes);
  };
  unshown.noting([of], () => files.atomically(take));
  announce('files.changed');
}

/** Applies a record that was read by id while its edits stayed as they were: the mirror marks an unchanged one as seen. */
export function applyReadRecord(ports: SyncPorts, of: FileRef, file: ReceivedFile, requestSeq: number): void {
  const seen = { seenAtMs: ports.clock.nowMs(), requestSeq, scanId: null };
  const [news] = ports.files.markSame(of.connectionId, [file], seen);
  if (news !== undefined) applyRemoteRecord(ports, of, news, requestSeq);
}

/** Rounds in which records of thousands of pairs are taken by parts; the last one takes what is left of them whole. */
export const MOST_ROUNDS = 1_000;

/** Files whose newer record the mirror is still to take: that it holds the text of a list says nothing about them. */
export function awaitedFiles(ports: SyncPorts): readonly FileKey[] {
  const connectionId = ports.connection().id;
  return recordsToTake(ports, (of) => of.connectionId === connectionId);
}

export type ListedPage = {
  readonly files: readonly ReceivedFile[];
  /** The full scan that asked for the page; null for an incremental scan. */
  readonly scanId: string | null;
  /** Taken before the page was requested. */
  readonly requestSeq: number;
};

/**
 * Applies a page of a list. A listed record is trusted only when the page was requested after the file's last settled
 * update, and when no attempt of the file is without an outcome.
 *
 * @returns the files with a stale record, which are to be read by id
 */
export async function applyListedPage(ports: SyncPorts, page: ListedPage): Promise<readonly FileKey[]> {
  const { outbox, files, connection, clock } = ports;
  const connectionId = connection().id;
  const keys = page.files.map(({ record }) => record);
  const editedNow = () => new Set(outbox.filesWithOpenChanges(connectionId, keys).map(fileKeyText));
  const edited = editedNow();
  const ofFile = ({ record: { network, id } }: ReceivedFile): FileRef => ({ connectionId, network, id });
  const stale: FileKey[] = [];
  const awaited = new Set(awaitedFiles(ports).map(fileKeyText));
  function* trustedOf(slice: Iterable<ReceivedFile>): Generator<ReceivedFile> {
    for (const file of slice) {
      const of = ofFile(file);
      if (!awaited.has(fileKeyText(of)) && isTrusted(ports, of, file, page.requestSeq)) {
        rememberRemoteChange(ports, of, file);
        yield file;
      } else stale.push({ network: of.network, id: of.id });
    }
  }
  const changesOf = (key: FileKey) =>
    edited.has(fileKeyText(key)) ? unfinishedChanges(outbox, { ...key, connectionId }) : [];
  // Trust is judged in the same turn as the write: an overdue update may be answered at every pause.
  const isAwaited = ({ record }: ReceivedFile): boolean => awaited.has(fileKeyText(record));
  let left: readonly ReceivedFile[] = await markUnchanged(ports, page, isAwaited);
  for (let round = 1; left.length > 0; round++) {
    const unfinished = new Set<string>();
    const later = ({ record }: ObservedFile): void => void unfinished.add(fileKeyText(record));
    for await (const slice of timedSlicesOf(clock, left)) {
      const seen = { seenAtMs: clock.nowMs(), requestSeq: page.requestSeq, scanId: page.scanId };
      const onUnfinished = round < MOST_ROUNDS ? later : undefined;
      files.put(connectionId, trustedOf(slice), seen, changesOf, setAsideFile(ports), onUnfinished);
    }
    left = lastOfEach(left.filter(({ record }) => unfinished.has(fileKeyText(record))));
  }
  // The person may have queued more edits at every pause.
  const editedSince = editedNow();
  const staleKeys = new Set(stale.map(fileKeyText));
  const isWaiting = (text: string): boolean => editedSince.has(text) && !staleKeys.has(text);
  const waiting = page.files.filter(({ record }) => isWaiting(fileKeyText(record)));
  for await (const slice of slicesOf(clock, waiting)) {
    for (const file of slice) {
      if (!edited.has(fileKeyText(file.record))) projectFile(ports, ofFile(file));
      compareEarly(ports, file.record, page.requestSeq);
    }
  }
  return stale;
}

/**
 * Marks listed records as seen whose text the mirror already holds: most of a scan, and true whenever it was requested.
 *
 * @param isAwaited of a file whose newer record the mirror is still to take: that it holds a listed text says nothing
 * @returns the other records
 */
async function markUnchanged(
  { files, connection, clock }: SyncPorts,
  page: ListedPage,
  isAwaited: (file: ReceivedFile) => boolean,
): Promise<readonly ReceivedFile[]> {
  const { requestSeq, scanId } = page;
  const others = page.files.filter(isAwaited);
  const comparable = others.length === 0 ? page.files : page.files.filter((file) => !isAwaited(file));
  for await (const slice of timedSlicesOf(clock, comparable)) {
    const seen = { seenAtMs: clock.nowMs(), requestSeq, scanId };
    others.push(...files.markSame(connection().id, slice, seen));
  }
  return others;
}

/** Two records of one file in one page would take turns for ever. */
const lastOfEach = (files: readonly ReceivedFile[]): readonly ReceivedFile[] => [
  ...new Map(files.map((file) => [fileKeyText(file.record), file])).values(),
];

/** Whether an update was answered between a request for a record and its answer, which is then the older of the two. */
export function isOvertaken({ outbox }: Pick<SyncPorts, 'outbox'>, of: FileRef, requestSeq: number): boolean {
  const settled = outbox.settled(of);
  return settled !== null && settled.requestSeq > requestSeq;
}

function isTrusted(ports: SyncPorts, of: FileRef, file: ReceivedFile, requestSeq: number): boolean {
  const { outbox, files, clock } = ports;
  if (isOvertaken(ports, of, requestSeq)) return false;
  const settled = outbox.settled(of);
  if (settled !== null && clock.nowMs() - settled.settledAtMs < STALE_LIST_MS) {
    return files.get(of)?.raw === file.raw;
  }
  return outbox.unresolvedAttempt(of) === null;
}

/** Compares waiting edits as soon as news arrives: a person decides a conflict best while the memory is fresh. */
function compareEarly(ports: SyncPorts, record: FileRecord, requestSeq: number): void {
  const { outbox, connection, clock, announce } = ports;
  if (connection().conflictRule !== 'ask') return;
  const of: FileRef = { connectionId: connection().id, network: record.network, id: record.id };
  // What is on the service now may be gone once that update has landed, or since it was answered at a pause.
  if (outbox.unresolvedAttempt(of) !== null || isOvertaken(ports, of, requestSeq)) return;
  const nowMs = clock.nowMs();
  const own = recentWritesIn(outbox, of, nowMs);
  const sent = outbox.attemptsSince(of, 0);
  const { updates } = mergeFile(editsForAccount(ports, of).changes, record, { rule: 'ask', nowMs, own, sent });
  if (updates.length === 0) return;
  recordOutcomes(ports, updates);
  projectFile(ports, of);
  announce('changes.changed');
  // A conflict that has ended: nothing else wakes the push for its edits.
  if (updates.some(({ status }) => status === 'queued')) ports.editsRequeued();
}
