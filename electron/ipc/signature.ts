import type { SignatureState } from '../../src/contract/files.ts';
import type { Failure } from '../../src/domain/failure.ts';
import type { ConnectionId, Network } from '../../src/domain/ids.ts';
import { fail, ok, type Result } from '../../src/domain/result.ts';
import type { CachedSignature } from '../database/mirror-types.ts';
import { serviceFailure } from './service-failure.ts';
import { notFound, type WriterSlices } from './slices.ts';

/** 65 bytes as hexadecimal digits. */
const WELL_FORMED = /^0x[0-9a-f]{130}$/i;

/** A cached answer with its age; not a judgement about who signed. */
export function signatureStateOf(cached: CachedSignature | null): SignatureState {
  if (cached === null) return { kind: 'notFetched' };
  const { signature, fetchedAtMs } = cached;
  if (signature === null) return { kind: 'notSigned', fetchedAtMs };
  return { kind: 'signed', fetchedAtMs, signature, wellFormed: WELL_FORMED.test(signature) };
}

export async function fetchSignature(
  { connections, tables, clock }: WriterSlices,
  { connectionId, network, cid }: { connectionId: ConnectionId; network: Network; cid: string },
): Promise<Result<SignatureState, Failure>> {
  const running = connections.running(connectionId);
  if (running === null) return fail(notFound);
  if (running.state.standing === 'noToken') return fail({ kind: 'noToken' });
  const answer = await running.sync.service.signature(network, cid, new AbortController().signal);
  const checkedAtMs = clock.nowMs();
  if (!answer.ok) {
    const failure = serviceFailure(answer.failure);
    if (failure.kind === 'service' && failure.reason === 'token') {
      const { detail: words, requestId } = failure;
      connections.learn(connectionId, { signatures: { kind: 'no', checkedAtMs, words, requestId } });
    }
    return fail(failure);
  }
  connections.learn(connectionId, { signatures: { kind: 'yes', checkedAtMs } });
  const cached = { signature: answer.value.signature, fetchedAtMs: checkedAtMs };
  tables.signatures.put(connectionId, network, cid, cached);
  return ok(signatureStateOf(cached));
}
