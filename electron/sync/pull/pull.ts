import { requestIdOf, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { Result } from '../../../src/domain/core/result.ts';
import { fullScan } from './full-scan.ts';
import { pullKeys } from './pull-keys.ts';
import type { SyncPorts } from '../ports.ts';
import { isAboutPermission, wordsOf } from '../ingest/read-file.ts';

type Pulled = Promise<Result<null, RemoteFailure>>;

/** One check of everything: files first, because that is what people are looking at. */
export async function pull(ports: SyncPorts, signal: AbortSignal): Pulled {
  ports.setAside(0);
  const files = await fullScan(ports, signal);
  if (files.ok) return await pullKeys(ports, signal);
  return isAboutPermission(files.failure) ? await keysAlone(ports, files.failure, signal) : files;
}

/** Permission is by area: a token that may not list files may still list keys. Only if neither works is it the token. */
async function keysAlone(ports: SyncPorts, failure: RemoteFailure, signal: AbortSignal): Pulled {
  const checkedAtMs = ports.clock.nowMs();
  const no = { kind: 'no' as const, checkedAtMs, words: wordsOf(failure), requestId: requestIdOf(failure) };
  const keys = await pullKeys(ports, signal);
  if (!keys.ok || ports.connection().learnt.keys.kind !== 'yes') return { ok: false, failure };
  ports.learn({ files: no, listing: no });
  return keys;
}
