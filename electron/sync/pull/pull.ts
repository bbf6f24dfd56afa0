import { type FileId, type Network, network as networks } from '../../../src/domain/core/ids.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import { type RemoteFailure, requestIdOf } from '../../../src/domain/service/remote-failure.ts';
import { isFullScanDue } from '../../../src/domain/service/schedule.ts';
import { applyListedPage } from '../ingest/apply-remote-record.ts';
import { isAboutPermission, isNotFound, reread, statusMessage } from '../ingest/read-file.ts';
import type { SyncPorts } from '../ports.ts';
import { jobOf, NetworkScan, type ScanProgress } from './full-scan.ts';
import { pullKeys } from './pull-keys.ts';

const ROWS_PER_PAGE = 100;

type Pulled = Promise<Result<null, RemoteFailure>>;

/** Brings files and keys up to date: files first, because a person usually looks at them. */
export async function pull(ports: SyncPorts, signal: AbortSignal): Pulled {
  ports.setAside(0);
  const files = await pullFiles(ports, signal);
  if (files.ok) return await pullKeys(ports, signal);
  return isAboutPermission(files.failure) ? await pullKeysAlone(ports, files.failure, signal) : files;
}

/** Permissions are by area: a token that may not list files may still list keys. If neither works it is the token. */
async function pullKeysAlone(ports: SyncPorts, failure: RemoteFailure, signal: AbortSignal): Pulled {
  const checkedAtMs = ports.clock.nowMs();
  const no = { kind: 'no' as const, checkedAtMs, words: statusMessage(failure), requestId: requestIdOf(failure) };
  const keys = await pullKeys(ports, signal);
  if (!keys.ok || ports.connection().learnt.keys.kind !== 'yes') return { ok: false, failure };
  ports.saveTraits({ files: no, listing: no });
  return keys;
}

/** Brings the mirror's files up to date by a full or an incremental scan, where the service lists files. */
async function pullFiles(ports: SyncPorts, signal: AbortSignal): Pulled {
  return isDue(ports) ? await fullScan(ports, signal) : await newFiles(ports, signal);
}

function isDue({ files, connection, clock, isFullScanAsked }: SyncPorts): boolean {
  const { id, learnt } = connection();
  const isUnfinished = networks.options.some((network) => files.cursor(id, jobOf(network)) !== null);
  return isFullScanDue({
    filesInMirror: files.count(id),
    fullAtMs: files.fullCheckAtMs(id),
    nowMs: clock.nowMs(),
    isWanted: isUnfinished || isFullScanAsked() || learnt.listing.kind !== 'yes',
  });
}

async function fullScan(ports: SyncPorts, signal: AbortSignal): Pulled {
  const progress = new FilesProgress(ports);
  for (const network of networks.options) {
    const pulled = await new NetworkScan(ports, network, progress).run(signal);
    if (!pulled.ok) return pulled;
    if (ports.connection().learnt.listing.kind === 'no') return ok(null);
  }
  ports.files.setFullCheck(ports.connection().id, ports.clock.nowMs());
  return ok(null);
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

async function newFiles(ports: SyncPorts, signal: AbortSignal): Pulled {
  for (const network of networks.options) {
    const checked = await incrementalScan(ports, network, signal);
    // A service may list only one network, or no longer list at all: a full scan finds out which.
    if (!checked.ok) return isNotFound(checked.failure) ? await fullScan(ports, signal) : checked;
  }
  return ok(null);
}

/** Lists the newest files first and stops at the first page without a file that is new to the mirror. */
async function incrementalScan(ports: SyncPorts, network: Network, signal: AbortSignal): Pulled {
  const { service, outbox, setAside, announce } = ports;
  for (let token: string | null = null; ;) {
    const requestSeq = outbox.nextRequestSeq();
    const page = await service.listFiles(network, token, ROWS_PER_PAGE, signal, 'newestFirst');
    if (!page.ok) return page;
    const { items, nextPageToken, rows } = page.value;
    if (page.value.setAside > 0) setAside(page.value.setAside);
    const hasNew = items.some(({ record }) => isNew(ports, network, record.id));
    const stale = await applyListedPage(ports, { files: items, scanId: null, requestSeq });
    const read = await reread(ports, stale, null, signal);
    if (!read.ok) return read;
    announce('files.changed');
    if (!hasNew || nextPageToken === null || rows === 0 || nextPageToken === token) return ok(null);
    token = nextPageToken;
  }
}

const isNew = ({ files, connection }: SyncPorts, network: Network, id: FileId): boolean =>
  files.get({ connectionId: connection().id, network, id }) === null;
