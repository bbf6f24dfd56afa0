import { requestIdOf, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { Result } from '../../../src/domain/core/result.ts';
import { pullFiles } from './full-scan.ts';
import { pullKeys } from './pull-keys.ts';
import type { SyncPorts } from '../ports.ts';
import { isAboutPermission, statusMessage } from '../ingest/read-file.ts';

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
