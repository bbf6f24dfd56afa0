import { type FileId, type Network, network as networks } from '../../../src/domain/core/ids.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import { type RemoteFailure, requestIdOf } from '../../../src/domain/service/remote-failure.ts';
import { isFullScanDue } from '../../../src/domain/service/schedule.ts';
import { applyListedPage } from '../ingest/apply-remote-record.ts';
import { isAboutPermission, isNotFound, reread, statusMessage } from '../ingest/read-file.ts';
import type { PullPosition, SyncPorts } from '../ports.ts';
import { CURSOR_IS_STALE_AFTER_MS, jobOf, NetworkScan, type ScanProgress } from './full-scan.ts';
import { pullKeys } from './pull-keys.ts';

const ROWS_PER_PAGE = 100;

/** `yielded`: edits go first, and the next pull goes on where this one stopped. */
export type Pulled = Promise<Result<'yielded' | null, RemoteFailure>>;

/** Brings files and keys up to date: files first, because a person usually looks at them. */
export async function pull(ports: SyncPorts, signal: AbortSignal): Pulled {
  const { pullPosition } = ports;
  const { at } = pullPosition;
  pullPosition.at = null;
  if (at === null) ports.setAside(0);
  const files = at?.area === 'keys' ? ok(null) : await pullFiles(ports, at, signal);
  if (files.ok && files.value === 'yielded') return files;
  if (files.ok) return await pullKeysNext(ports, signal);
  return isAboutPermission(files.failure) ? await pullKeysAlone(ports, files.failure, signal) : files;
}

async function pullKeysNext(ports: SyncPorts, signal: AbortSignal): Pulled {
  const keys = ports.mustYield() ? ok('yielded' as const) : await pullKeys(ports, signal);
  if (keys.ok && keys.value === 'yielded') ports.pullPosition.at = { area: 'keys' };
  return keys;
}

/** Permissions are by area: a token that may not list files may still list keys. If neither works it is the token. */
async function pullKeysAlone(ports: SyncPorts, failure: RemoteFailure, signal: AbortSignal): Pulled {
  const checkedAtMs = ports.clock.nowMs();
  const no = { kind: 'no' as const, checkedAtMs, words: statusMessage(failure), requestId: requestIdOf(failure) };
  const keys = await pullKeys(ports, signal);
  if (!keys.ok || ports.connection().learnt.keys.kind !== 'yes') return { ok: false, failure };
  ports.saveTraits({ listing: no });
  return keys;
}

/** Brings the mirror's files up to date by a full or an incremental scan, where the service lists files. */
async function pullFiles(ports: SyncPorts, at: NewFilesPosition | null, signal: AbortSignal): Pulled {
  return at === null && isDue(ports) ? await fullScan(ports, signal) : await newFiles(ports, at, signal);
}

type NewFilesPosition = Extract<PullPosition, { area: 'newFiles' }>;

function isDue({ files, connection, clock, isFullScanAsked }: SyncPorts): boolean {
  const { id, learnt } = connection();
  const jobs = [FINISHED, ...networks.options.map(jobOf)];
  const isUnfinished = jobs.some((job) => files.cursor(id, job) !== null);
  return isFullScanDue({
    filesInMirror: files.count(id),
    fullAtMs: files.fullCheckAtMs(id),
    nowMs: clock.nowMs(),
    isWanted: isUnfinished || isFullScanAsked() || learnt.listing.kind !== 'yes',
  });
}

async function fullScan(ports: SyncPorts, signal: AbortSignal): Pulled {
  const { files, connection, clock } = ports;
  const progress = new FilesProgress(ports);
  for (const network of unfinishedNetworks(ports)) {
    const pulled = await new NetworkScan(ports, network, progress).run(signal);
    if (!pulled.ok || pulled.value === 'yielded') return pulled;
    if (connection().learnt.listing.kind === 'no') return ok(null);
    setFinished(ports, network);
    if (ports.mustYield()) return ok('yielded');
  }
  setFinished(ports, null);
  files.setFullCheck(connection().id, clock.nowMs());
  return ok(null);
}

/** The cursor of the scan over all networks: its position is the network that was finished last. */
const FINISHED = 'files:finished';

/** A network that was walked to its end is not walked again because another one could not be. */
function unfinishedNetworks({ files, connection, clock }: SyncPorts): readonly Network[] {
  const finished = files.cursor(connection().id, FINISHED);
  const isFresh = finished !== null && clock.nowMs() - finished.startedAtMs < CURSOR_IS_STALE_AFTER_MS;
  const left = networks.options.slice(networks.options.findIndex((network) => network === finished?.position) + 1);
  return isFresh && left.length > 0 ? left : networks.options;
}

function setFinished({ files, connection, clock }: SyncPorts, network: Network | null): void {
  const place = { job: FINISHED, scanId: FINISHED, position: network, done: 0, startedRequestSeq: 0 };
  files.setCursor(connection().id, FINISHED, network === null ? null : { ...place, startedAtMs: clock.nowMs() });
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

async function newFiles(ports: SyncPorts, at: NewFilesPosition | null, signal: AbortSignal): Pulled {
  for (const network of networks.options.slice(at === null ? 0 : networks.options.indexOf(at.network))) {
    const token = at?.network === network ? at.token : null;
    const checked = await incrementalScan(ports, { area: 'newFiles', network, token }, signal);
    // A service may list only one network, or no longer list at all: a full scan finds out which.
    if (!checked.ok) return isNotFound(checked.failure) ? await fullScan(ports, signal) : checked;
    if (checked.value === 'yielded') return checked;
  }
  return ok(null);
}

/** Lists the newest files first and stops at the first page without a file that is new to the mirror. */
async function incrementalScan(ports: SyncPorts, from: NewFilesPosition, signal: AbortSignal): Pulled {
  const { service, outbox, setAside, announce, pullPosition } = ports;
  const { network } = from;
  for (let { token } = from; ;) {
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
    if (!ports.mustYield()) continue;
    pullPosition.at = { ...from, token };
    return ok('yielded');
  }
}

const isNew = ({ files, connection }: SyncPorts, network: Network, id: FileId): boolean =>
  files.get({ connectionId: connection().id, network, id }) === null;
