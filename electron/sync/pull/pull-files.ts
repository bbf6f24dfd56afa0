import { type CopiedPart, copiedNetworks } from '../../../src/domain/connections/copied-parts.ts';
import { type ConnectionId, type Network, network as networks } from '../../../src/domain/core/ids.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { isOutage, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { isFullScanDue } from '../../../src/domain/service/schedule.ts';
import { isAboutPermission, isNotFound } from '../ingest/read-file.ts';
import type { Pulled, SyncPorts } from '../ports.ts';
import { freshCursor, isFresh } from './fresh-cursor.ts';
import { jobOf, NetworkScan, type ScanProgress } from './full-scan.ts';
import { incrementalScan, type NewFilesPosition } from './incremental-scan.ts';
import { KEYS_JOB } from './pull-keys.ts';
import { scanNotes } from './scan-notes.ts';

/** Brings the mirror's files up to date by a full or an incremental scan, where the service lists files. */
export async function pullFiles(ports: SyncPorts, at: NewFilesPosition | null, signal: AbortSignal): Pulled {
  if (copiedNetworks(ports.connection()).length === 0) return ok(null);
  return at === null && isDue(ports) ? await fullScan(ports, signal) : await newFiles(ports, at, signal);
}

/** Whether a full scan goes on with the next pull where an earlier one stopped, and not from the start. */
export function goesOnWithScan(ports: Pick<SyncPorts, 'files' | 'connection' | 'clock'>): boolean {
  const { files, connection, clock } = ports;
  const finished = scanNotes(files, connection().id).finished();
  if (finished !== null && isFresh(finished.atMs, clock.nowMs())) return true;
  return copiedNetworks(connection()).some(
    (network) => (freshCursor(ports, jobOf(network))?.position ?? null) !== null,
  );
}

/** After so long a person who asks for a check wants the lists again that a scan walked before it stopped. */
const WALKED_LONG_AGO_MS = 60 * 60_000;

/** A person asks for a check: a scan that stopped goes on, but past no list that it walked long ago. */
export function forgetOldWalks({ files, connection, clock }: Pick<SyncPorts, 'files' | 'connection' | 'clock'>): void {
  const notes = scanNotes(files, connection().id);
  const finished = notes.finished();
  if (finished !== null && clock.nowMs() - finished.atMs >= WALKED_LONG_AGO_MS) notes.clearFinished();
}

function isDue(ports: SyncPorts): boolean {
  const { files, connection, clock, isFullScanAsked } = ports;
  const { id, learnt } = connection();
  const isUnfinished =
    scanNotes(files, id).finished() !== null ||
    copiedNetworks(connection()).some((network) => files.cursor(id, jobOf(network)) !== null);
  return isFullScanDue({
    filesInMirror: files.count(id),
    // An incomplete scan took as many requests as a complete one.
    fullAtMs: incompleteSinceMs(ports) ?? files.fullCheckAtMs(id),
    nowMs: clock.nowMs(),
    isWanted: isUnfinished || isFullScanAsked() || learnt.listing.kind !== 'yes',
  });
}

/** When the latest full scan ended without the end of every list; null for a complete one. */
function incompleteSinceMs({ files, connection }: SyncPorts): number | null {
  const notes = scanNotes(files, connection().id);
  const endedAtMs = copiedNetworks(connection()).flatMap((network) => notes.incompleteSinceMs(network) ?? []);
  return endedAtMs.length === 0 ? null : Math.max(...endedAtMs);
}

async function fullScan(ports: SyncPorts, signal: AbortSignal): Pulled {
  const { files, connection, clock } = ports;
  const progress = new FilesProgress(ports);
  const notes = scanNotes(files, connection().id);
  const refused: { readonly scan: NetworkScan; readonly failure: RemoteFailure }[] = [];
  for (const network of unfinishedNetworks(ports)) {
    const scan = new NetworkScan(ports, network, progress);
    const pulled = await scan.run(signal);
    if (!pulled.ok && isAboutPermission(pulled.failure)) {
      // A token may list one network and not the other.
      refused.push({ scan, failure: pulled.failure });
      continue;
    }
    if (!pulled.ok) return await afterFailedList(ports, pulled.failure, signal);
    if (pulled.value === 'yielded' || pulled.value === 'ceiling') return pulled;
    if (connection().learnt.listing.kind === 'no') return ok(null);
    notes.setFinished(network, clock.nowMs());
    // Noted before a yield: the next pull asks for no network before this one.
    for (const { scan } of refused.splice(0)) scan.leave();
    if (ports.mustYield()) return ok('yielded');
  }
  const [first] = refused;
  if (first !== undefined && notes.finished() === null) return fail(first.failure);
  for (const { scan } of refused) scan.leave();
  notes.clearFinished();
  ports.fullScanEnded();
  if (incompleteSinceMs(ports) !== null) return ok('incomplete');
  files.setFullCheck(connection().id, clock.nowMs());
  return ok(null);
}

/** The failure of one list. Those that were walked before it bring their newest files all the same. */
async function afterFailedList(ports: SyncPorts, failure: RemoteFailure, signal: AbortSignal): Pulled {
  const finished = scanNotes(ports.files, ports.connection().id).finished();
  if (finished === null || isOutage(failure) || signal.aborted) return fail(failure);
  const walked = copiedNetworks(ports.connection()).filter((network) => !isAfter(network, finished.network));
  // Their rows that cannot be read were counted by the scan.
  await incrementalScan({ ...ports, setAside: () => undefined }, null, signal, walked);
  return fail(failure);
}

/** A network that was walked to its end is not walked again because another one could not be. */
function unfinishedNetworks({ files, connection, clock }: SyncPorts): readonly Network[] {
  const finished = scanNotes(files, connection().id).finished();
  const mayGoOn = finished !== null && isFresh(finished.atMs, clock.nowMs());
  const copied = copiedNetworks(connection());
  // None is left when the scan yielded after the last one: it is then complete.
  return mayGoOn ? copied.filter((network) => isAfter(network, finished.network)) : copied;
}

/** Whether a full scan takes a network later than another. */
const isAfter = (network: Network, other: string | null): boolean =>
  networks.options.findIndex((one) => one === other) < networks.options.indexOf(network);

/**
 * Lets the next pull scan these networks from their start, and the others with them: the time of the last full scan is of
 * the whole mirror. Keys need no more than that no half scan of earlier is taken up.
 */
export function scanFromStart(
  { files, outbox, random, clock }: Pick<SyncPorts, 'files' | 'outbox' | 'random' | 'clock'>,
  connectionId: ConnectionId,
  parts: readonly CopiedPart[],
): void {
  if (parts.length === 0) return;
  const atStart = { position: null, done: 0, fruitlessPages: 0, startedAtMs: clock.nowMs() };
  for (const network of networks.options.filter((one) => parts.includes(one))) {
    const job = jobOf(network);
    const startedRequestSeq = outbox.nextRequestSeq();
    files.setCursor(connectionId, job, { ...atStart, job, scanId: random.uuid(), startedRequestSeq });
  }
  scanNotes(files, connectionId).clearFinished();
  if (parts.includes('keys')) files.setCursor(connectionId, KEYS_JOB, null);
}

/** Brings the newest files. What an earlier full scan did not see stays unseen. */
async function newFiles(ports: SyncPorts, at: NewFilesPosition | null, signal: AbortSignal): Pulled {
  const scanned = await incrementalScan(ports, at, signal);
  // A service may list only one network, or no longer list at all: a full scan finds out which.
  if (!scanned.ok) return isNotFound(scanned.failure) ? await fullScan(ports, signal) : scanned;
  return scanned.value === null && incompleteSinceMs(ports) !== null ? ok('incomplete') : scanned;
}

/** Counts what a full scan reads, and reports it. */
class FilesProgress implements ScanProgress {
  readonly #ports: Pick<SyncPorts, 'progress' | 'clock'>;
  readonly #startedAtMs: number;
  /** About as many as the last full scan had; null before the first. */
  readonly #total: number | null;
  #done = 0;
  #read = 0;

  constructor(ports: Pick<SyncPorts, 'progress' | 'clock' | 'files' | 'connection'>) {
    const { files, connection, clock } = ports;
    const { id } = connection();
    this.#ports = ports;
    this.#startedAtMs = clock.nowMs();
    this.#total = files.fullCheckAtMs(id) === null ? null : files.count(id);
  }

  resumeAt(rows: number): void {
    this.#done += rows;
  }

  read(rows: number): void {
    this.#done += rows;
    this.#read += rows;
    const seconds = (this.#ports.clock.nowMs() - this.#startedAtMs) / 1_000;
    const perSecond = seconds > 0 ? this.#read / seconds : null;
    this.#ports.progress({ kind: 'files', done: this.#done, total: this.#total, perSecond });
  }
}
