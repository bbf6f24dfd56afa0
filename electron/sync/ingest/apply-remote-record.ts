import { mergeFile } from '../../../src/domain/edits/three-way-merge.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import type { FileKey, FileRef } from '../../../src/domain/core/ids.ts';
import { STALE_LIST_MS } from '../../../src/domain/edits/in-flight-window.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import { recentWritesIn } from '../outbox/own-recent-writes.ts';
import type { SyncPorts } from '../ports.ts';
import { rememberRemoteChange } from './remote-change-history.ts';
import { changesOf as changesOfAccount } from '../outbox/edit-queue.ts';
import { yieldAfterTime } from '../yielding.ts';
import { unfinishedChanges } from '../outbox/open-changes.ts';

/** Stores a record that was read by id, or answered to our own update: the freshest there is. */
export function applyRemoteRecord(ports: SyncPorts, of: FileRef, file: ReceivedFile, requestSeq: number): void {
  const { files, outbox, clock, announce } = ports;
  const seen = { seenAtMs: clock.nowMs(), requestSeq, passId: null };
  const changes = unfinishedChanges(outbox, of);
  rememberRemoteChange(ports, of, file);
  files.atomically(() => {
    const changed = files.put(of.connectionId, [file], seen, () => changes);
    // A record that did not change is only marked seen, but what waits on top of it may have changed.
    if (changed === 0) files.replay(of, changes);
  });
  announce('files.changed');
}

/** Stores a record that was read by id while nothing was done to its edits: one the copy has already is only marked seen. */
export function applyRemoteRecords(ports: SyncPorts, of: FileRef, file: ReceivedFile, requestSeq: number): void {
  const seen = { seenAtMs: ports.clock.nowMs(), requestSeq, passId: null };
  const [news] = ports.files.markSame(of.connectionId, [file], seen);
  if (news !== undefined) applyRemoteRecord(ports, of, news, requestSeq);
}

export type ListedPage = {
  readonly files: readonly ReceivedFile[];
  /** The walk through the whole list that it belongs to; null when it belongs to none. */
  readonly passId: string | null;
  /** Taken before the page was asked for. */
  readonly requestSeq: number;
};

/**
 * Takes a page of a list into the copy. A listed record is believed about a file only if it was asked for after that
 * file's last update and nothing of the file is unknown; the others are returned, to be read by id.
 */
export async function applyListedPage(ports: SyncPorts, page: ListedPage): Promise<readonly FileKey[]> {
  const { outbox, files, connection, clock } = ports;
  const connectionId = connection().id;
  const editedNow = () => new Set(outbox.filesWithOpenChanges(connectionId).map(keyText));
  const edited = editedNow();
  const ofFile = ({ record }: ReceivedFile): FileRef => ({ connectionId, network: record.network, id: record.id });
  const isTrusted: ReceivedFile[] = [];
  const doubtful: FileKey[] = [];
  for (const file of await takeSame(ports, page)) {
    const key: FileKey = { network: file.record.network, id: file.record.id };
    if (isBelievable(ports, { ...key, connectionId }, file, page.requestSeq)) isTrusted.push(file);
    else doubtful.push(key);
  }
  function* remembered(slice: Iterable<ReceivedFile>): Generator<ReceivedFile> {
    for (const file of slice) {
      rememberRemoteChange(ports, ofFile(file), file);
      yield file;
    }
  }
  const changesOf = (key: FileKey) =>
    edited.has(keyText(key)) ? unfinishedChanges(outbox, { ...key, connectionId }) : [];
  await yieldAfterTime(clock, isTrusted, (slice) => {
    const seen = { seenAtMs: clock.nowMs(), requestSeq: page.requestSeq, passId: page.passId };
    files.put(connectionId, remembered(slice), seen, changesOf);
  });
  // At every pause more edits may have been queued.
  const editedSince = editedNow();
  const isDoubtful = new Set(doubtful.map(keyText));
  for (const { record } of page.files) {
    if (isDoubtful.has(keyText(record)) || !editedSince.has(keyText(record))) continue;
    if (!edited.has(keyText(record))) showAgain(ports, record);
    compareEarly(ports, record);
  }
  return doubtful;
}

/**
 * Most of a check meets what the copy already holds, which tells nothing new whenever it was asked for: it is told by
 * its text alone.
 *
 * @returns the others
 */
async function takeSame({ files, connection, clock }: SyncPorts, page: ListedPage): Promise<readonly ReceivedFile[]> {
  const { requestSeq, passId } = page;
  const others: ReceivedFile[] = [];
  await yieldAfterTime(clock, page.files, (slice) => {
    const seen = { seenAtMs: clock.nowMs(), requestSeq, passId };
    others.push(...files.markSame(connection().id, slice, seen));
  });
  return others;
}

function showAgain({ files, outbox, connection }: SyncPorts, { network, id }: FileRecord): void {
  const of: FileRef = { connectionId: connection().id, network, id };
  files.replay(of, unfinishedChanges(outbox, of));
}

const keyText = ({ network, id }: FileKey): string => `${network}/${id}`;

function isBelievable(ports: SyncPorts, of: FileRef, file: ReceivedFile, requestSeq: number): boolean {
  const { outbox, files, clock } = ports;
  const settled = outbox.settled(of);
  if (settled !== null && settled.requestSeq > requestSeq) return false;
  if (settled !== null && clock.nowMs() - settled.settledAtMs < STALE_LIST_MS) {
    return files.get(of)?.raw === file.raw;
  }
  return outbox.unresolvedAttempt(of) === null;
}

/** A conflict is best decided while the memory is fresh, so waiting edits are compared as soon as news arrives. */
function compareEarly(ports: SyncPorts, record: FileRecord): void {
  const { outbox, files, connection, clock, announce } = ports;
  if (connection().conflictRule !== 'ask') return;
  const of: FileRef = { connectionId: connection().id, network: record.network, id: record.id };
  const nowMs = clock.nowMs();
  const own = recentWritesIn(outbox, of, nowMs);
  const { updates } = mergeFile(changesOfAccount(outbox, of, ports.binding()), record, { rule: 'ask', nowMs, own });
  if (updates.length === 0) return;
  outbox.update(updates);
  files.replay(of, unfinishedChanges(outbox, of));
  announce('changes.changed');
}

const SHOWN_AT_ONCE = 200;

/**
 * A crash between queueing and showing leaves the copy behind the queue, in both directions: at start every file is shown
 * again that has something waiting, and every one that looks as if it had.
 */
export async function projectWaiting({ outbox, files, connection, clock }: SyncPorts): Promise<void> {
  const connectionId = connection().id;
  const keys = [...outbox.filesWithOpenChanges(connectionId), ...files.shownAsEdited(connectionId)];
  const each = [...new Map(keys.map((key) => [keyText(key), key])).values()];
  for (let from = 0; from < each.length; from += SHOWN_AT_ONCE) {
    await clock.yieldToEventLoop();
    const slice = each.slice(from, from + SHOWN_AT_ONCE);
    files.replayAll(
      connectionId,
      slice.map((key) => [key, unfinishedChanges(outbox, { ...key, connectionId })]),
    );
  }
}

/** The other half of a settlement a crash cut in two: records answered to our updates that the copy has not got yet. */
export function applySettledRecord(
  ports: SyncPorts,
  received: (raw: string, of: FileRef) => ReceivedFile | null,
): void {
  const { outbox, files } = ports;
  for (const one of outbox.unmirrored()) {
    const file = received(one.raw, one);
    // The copy may have taken it before the crash, and newer ones since.
    const isNewer = (files.get(one)?.requestSeq ?? 0) > one.requestSeq;
    if (file !== null && !isNewer) {
      const seen = { seenAtMs: one.seenAtMs, requestSeq: one.requestSeq, passId: null };
      files.put(one.connectionId, [file], seen, () => unfinishedChanges(outbox, one));
      files.replay(one, unfinishedChanges(outbox, one));
    }
    outbox.markMirrored(one, one.requestSeq);
  }
}
