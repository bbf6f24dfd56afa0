import type { Network } from '../../../src/domain/core/ids.ts';
import { failureClassOf } from '../../../src/domain/service/failure-class.ts';
import { describeFailure, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { parseIdList, type ListedId } from './id-list.ts';
import { applyRemoteRecord } from '../ingest/apply-remote-record.ts';
import type { SyncPorts } from '../ports.ts';
import { readFile } from '../ingest/read-file.ts';

/** What became of one line; `reason` is null when the file is in the copy now. */
type ImportedLine = { readonly line: number; readonly text: string; readonly reason: string | null };
export type Imported = { readonly lines: readonly ImportedLine[]; readonly added: number };

/** Brings listed files into the copy of a service that cannot list them itself, and says of each line how it went. */
export async function importFiles(
  ports: SyncPorts,
  text: string,
  defaultNetwork: Network,
  signal: AbortSignal,
): Promise<Imported> {
  const listed = parseIdList(text);
  const lines: ImportedLine[] = [];
  let halted: string | null = null;
  for (const one of listed) {
    const reason: string | null = halted ?? (await importOne(ports, one, defaultNetwork, signal));
    if (reason?.startsWith(HALT) === true) halted = reason;
    lines.push({ line: one.line, text: one.text, reason });
    ports.progress({ kind: 'import', done: lines.length, total: listed.length });
  }
  ports.progress(null);
  return { lines, added: lines.filter((line) => line.reason === null).length };
}

const HALT = 'Not asked: ';

async function importOne(
  ports: SyncPorts,
  { id, network }: ListedId,
  defaultNetwork: Network,
  signal: AbortSignal,
): Promise<string | null> {
  if (id === null) return 'This is not a file id.';
  const { service, clock, connection, learn, outbox } = ports;
  const of = { connectionId: connection().id, network: network ?? defaultNetwork, id };
  const requestSeq = outbox.nextRequestSeq();
  const read = await readFile(of, { service, clock, learn, learnt: () => connection().learnt }, signal);
  if (!read.ok) return reasonOf(read.failure);
  applyRemoteRecord(ports, of, read.value, requestSeq);
  return null;
}

function reasonOf(failure: RemoteFailure): string {
  const { kind } = failureClassOf(failure);
  if (kind === 'gone') return 'The service has no file with this id on this network.';
  const isTheirs = kind === 'refused' || kind === 'conflict' || failure.kind === 'wrongRecord';
  return isTheirs ? describeFailure(failure) : `${HALT}${describeFailure(failure)}`;
}
