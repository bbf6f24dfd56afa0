import type { SignatureState } from '../../../src/contract/signatures.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import type { ConnectionId, Network } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { serviceFailure } from '../connections/service-failure.ts';
import { notFound, type HandlerContext } from '../handler-context.ts';

type Asked = { readonly connectionId: ConnectionId; readonly network: Network; readonly cid: string };

/** A cached answer with its age, and what checking it came to. */
export function signatureStateOf({ tables }: HandlerContext, { connectionId, network, cid }: Asked): SignatureState {
  const held = tables.signatures.get(connectionId, network, cid);
  return held === null ? { kind: 'notFetched' } : { kind: 'fetched', ...held };
}

export async function fetchSignature(slices: HandlerContext, asked: Asked): Promise<Result<SignatureState, Failure>> {
  const { connections, tables, clock, signatures, announce } = slices;
  const { connectionId, network, cid } = asked;
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
  tables.signatures.put(connectionId, network, cid, { signature: answer.value.signature, fetchedAtMs: checkedAtMs });
  await signatures.checks.check(connectionId, [{ network, cid }]);
  announce('signatures.changed');
  return ok(signatureStateOf(slices, asked));
}
