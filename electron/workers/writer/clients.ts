import type { SignatureVerdict } from '../../../src/domain/signatures/content-signature.ts';
import { deferredIndexes } from '../../database/mirror/deferred-indexes.ts';
import type { OpenProfile } from '../../database/profile/open-profile.ts';
import { type Snapshots, snapshotsOf } from '../../database/recovery/snapshots.ts';
import { indexQueue } from '../../database/text-index/index-queue.ts';
import type { ExportJob, ExportOutcome, Progress } from '../../export/job.ts';
import { type ExportsPorts, LibraryExports } from '../../export/library-exports.ts';
import { removePartialFiles } from '../../export/partial-files-note.ts';
import type { SortIndexes } from '../../sync/ports.ts';
import { SnapshotSchedule } from '../../sync/recovery/snapshot-schedule.ts';
import { IndexingSchedule } from '../../sync/text-index/schedule-indexing.ts';
import { systemClock } from '../clock.ts';
import type { IndexReply, IndexRequest } from '../text-indexer/main.ts';
import type { VerifyRequest } from '../verifier/main.ts';
import { WorkerClient, workerProgram } from '../worker-client.ts';

export type TextIndexerClient = {
  /** Wraps `announce`: changed files wake the indexer too. */
  readonly listening: <Name extends string>(announce: (name: Name) => void) => (name: Name) => void;
  readonly wake: () => void;
  /** Lets the index forget at once what the mirror has erased. */
  readonly indexNow: () => void;
  /** Call before the mirror is closed. */
  readonly close: () => Promise<void>;
};

/** Keeps the text index in a thread of its own, which starts with the first row that the index lacks. */
export function textIndexerClient(profile: OpenProfile, report: (error: unknown) => void): TextIndexerClient {
  const client = new WorkerClient<IndexRequest, IndexReply>({
    program: workerProgram(import.meta.url, '../text-indexer/main.ts', 'text-indexer'),
    name: 'pinfold text indexer',
    // SQLite does all of the work, outside V8's heap.
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
    workerData: { mirrorPath: profile.mirrorPath },
  });
  const schedule = new IndexingSchedule({
    progress: indexQueue(profile.mirror),
    slice: (limitRows) => client.ask({ limitRows }),
    clock: systemClock,
    report,
  });
  const wake = (): void => schedule.wake();
  return {
    listening: (announce) => (name) => {
      announce(name);
      if (name === 'files.changed') wake();
    },
    wake,
    indexNow: () => schedule.indexNow(),
    close: async () => {
      await schedule.close();
      await client.close();
    },
  };
}

/** Makes sort indexes in a thread of its own: those of a million rows take seconds. */
export function sortIndexerClient({ mirror, mirrorPath }: OpenProfile, report: (error: unknown) => void): SortIndexes {
  const client = new WorkerClient<null, null>({
    program: workerProgram(import.meta.url, '../sort-indexer/main.ts', 'sort-indexer'),
    name: 'pinfold sort indexer',
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
    workerData: { mirrorPath },
    endsWhenIdle: true,
    // An index that is there already is left as it is.
    asksAgain: true,
  });
  const { areMissing } = deferredIndexes(mirror);
  const told = (error: unknown): false => {
    report(error);
    return false;
  };
  return { areMissing, makeNext: () => client.ask(null).then(() => true, told) };
}

/** Makes snapshots of the outbox in a thread of its own: a copy and its check take as long as the disk takes. */
export function snapshotClient(outboxPath: string, report: (error: unknown) => void): SnapshotsClient {
  const snapshots = snapshotsOf(outboxPath);
  const client = new WorkerClient<null, string | null>({
    program: workerProgram(import.meta.url, '../snapshotter/main.ts', 'snapshotter'),
    name: 'pinfold snapshotter',
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
    workerData: { outboxPath, part: snapshots.part },
    endsWhenIdle: true,
  });
  const schedule = new SnapshotSchedule({ snapshots, copy: () => client.ask(null), clock: systemClock, report });
  return {
    start: () => schedule.start(),
    close: () => schedule.close(),
    erase: (erase) => {
      schedule.erased();
      snapshots.erase(erase);
    },
  };
}

export type SnapshotsClient = Pick<SnapshotSchedule, 'start' | 'close'> & Pick<Snapshots, 'erase'>;

type JobEnvironment = Pick<ExportJob, 'mirrorPath' | 'profileDirectory' | 'downloadsDirectory' | 'appVersion'>;
type ClientPorts = Pick<ExportsPorts, 'newId' | 'announce' | 'report'> & { readonly nowMs: () => number };

/** Writes the exports of this profile in a thread of its own. Removes the partial files of an earlier run of the app. */
export function exporterClient(environment: JobEnvironment, { nowMs, ...ports }: ClientPorts): LibraryExports {
  const client = new WorkerClient<ExportJob, ExportOutcome, Progress>({
    program: workerProgram(import.meta.url, '../exporter/main.ts', 'exporter'),
    name: 'pinfold exporter',
    // Records are short-lived: larger limits make nothing faster and keep unused memory.
    resourceLimits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 192 },
    endsWhenIdle: true,
  });
  const clean = (): void => removePartialFiles(environment.profileDirectory).forEach(ports.report);
  clean();
  return new LibraryExports({
    ...ports,
    clean,
    run: (request, progress) => {
      const { reply, cancel } = client.begin({ ...environment, ...request, atMs: nowMs() }, progress);
      return { outcome: reply, cancel };
    },
  });
}

/** Verifies signatures in a thread of its own: verification needs the processor, and little memory. */
export const verifierClient = (): WorkerClient<VerifyRequest, readonly SignatureVerdict[]> =>
  new WorkerClient({
    program: workerProgram(import.meta.url, '../verifier/main.ts', 'verifier'),
    name: 'pinfold verifier',
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
    asksAgain: true,
  });
