import type { HeldFilePorts } from '../../src/domain/core/held-files.ts';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { filesTable } from '../../electron/database/mirror/files-table.ts';
import type { ExportJob, RunPorts } from '../../electron/export/job.ts';
import { runExport } from '../../electron/export/run-export.ts';
import { fileSink } from '../../electron/export/text-output.ts';
import { fileKeyText } from '../../src/domain/core/ids.ts';
import type { FieldChange } from '../../src/domain/edits/edit.ts';
import type { FileRecord } from '../../src/domain/files/file.ts';
import { aFileQuery, connectionA, observed } from '../support/builders.ts';
import { aProfile, noPause, temporaryDirectory } from '../support/database.ts';

/** A record of the service and the edits that wait for it. */
export type Held = { readonly record: FileRecord; readonly changes: readonly FieldChange[] };

/** A copy of files on a disk, and an export of it into a folder of the test's own. */
export function aCopy(...held: readonly Held[]) {
  const profileDirectory = temporaryDirectory();
  const downloadsDirectory = temporaryDirectory();
  const { mirror, mirrorPath } = aProfile(profileDirectory);
  const files = filesTable(mirror);
  const put = (all: readonly Held[]): void => {
    const changes = new Map(all.map((one) => [fileKeyText(one.record), one.changes]));
    files.put(
      connectionA,
      all.map(({ record }) => observed(record)),
      { seenAtMs: 1, requestSeq: 1, scanId: null },
      (key) => changes.get(fileKeyText(key)) ?? [],
    );
  };
  put(held);
  const job = (over: Partial<ExportJob>): ExportJob => ({
    mirrorPath,
    profileDirectory,
    downloadsDirectory,
    connection: { id: connectionA, name: 'Work', service: 'https://service.test/v3' },
    selection: { kind: 'view', query: aFileQuery(), except: [] },
    format: 'jsonl',
    atMs: new Date(2026, 10, 21, 14, 2).getTime(),
    appVersion: '1.0.0',
    ...over,
  });
  return {
    put,
    downloadsDirectory,
    profileDirectory,
    job,
    run: (over: Partial<ExportJob> = {}, ports: Partial<RunPorts> = {}) =>
      runExport(job(over), { ...quiet(), ...ports }),
    /** Exports and says where. */
    path: async (over: Partial<ExportJob> = {}): Promise<string> => {
      const outcome = await runExport(job(over), quiet());
      if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
      return outcome.path;
    },
    /** Everything an export may have left. */
    left: (): readonly string[] => [
      ...readdirSync(downloadsDirectory),
      ...readdirSync(profileDirectory).filter((name) => name.includes('export')),
    ],
  };
}

export const heldNowhere: HeldFilePorts = { wait: async () => undefined, platform: 'linux' };

export const quiet = (): RunPorts => ({
  openSink: fileSink,
  held: heldNowhere,
  yieldToEventLoop: noPause,
  signal: new AbortController().signal,
  progress: () => undefined,
});

/** A folder that is there. */
export function folderIn(directory: string, name: string): string {
  const path = join(directory, name);
  mkdirSync(path);
  return path;
}
