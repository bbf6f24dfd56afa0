import type { SignatureJobs, KnownSignature } from '../../../src/contract/signatures.ts';
import { deniedBy } from '../../../src/domain/connections/connection.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import type { ConnectionId, Network } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { signatureReport } from '../../../src/domain/signatures/signature-export.ts';
import type { SyncPorts } from '../../sync/ports.ts';
import { slicesOf } from '../../sync/yielding.ts';
import { serviceFailure } from '../connections/connection-failures.ts';
import { type HandlerContext, withConnection } from '../handler-context.ts';
import type { SomeHandlers } from '../router.ts';
import { withService } from '../with-service.ts';

type Context = Pick<HandlerContext, 'announce' | 'clock' | 'connections' | 'report' | 'signatures' | 'tables'>;

export function signatureHandlers(context: Context) {
  const { connections, signatures, announce, clock, report } = context;
  const { fetches, checks } = signatures;
  const workOf = (id: ConnectionId): SignatureJobs => ({ fetch: fetches.state(id), check: checks.progress(id) });
  const changed = (id: ConnectionId): Result<SignatureJobs, Failure> => {
    announce('signatures.changed');
    return ok(workOf(id));
  };
  return {
    'signatures.get': (asked) => {
      // The answer is the stored verification; a newer signer or date leads to another one and an announcement.
      void checks.check(asked.connectionId, [asked]).catch(report);
      return ok(signatureStateOf(context, asked));
    },
    'signatures.fetch': (asked) => fetchSignature(context, asked),
    'signatures.start': ({ connectionId: id, of, onlyMissing }) =>
      withConnection(context, id, () =>
        fetches.begin(id, of.kind === 'files' ? of.selection : of.contents, onlyMissing)
          ? changed(id)
          : fail(isGathering),
      ),
    'signatures.work': ({ connectionId: id }) => ok(workOf(id)),
    'signatures.goOn': ({ connectionId: id }) => {
      // The next request detects the permission again.
      if (connections.get(id)?.learnt.signatures.kind === 'no')
        connections.saveTraits(id, { signatures: { kind: 'notChecked' } });
      fetches.goOn(id);
      return changed(id);
    },
    'signatures.cancel': async ({ connectionId: id }) => {
      await fetches.cancel(id);
      return changed(id);
    },
    'signatures.checkAll': ({ connectionId: id }) => {
      checks.checkAll(id);
      return changed(id);
    },
    'signatures.report': async ({ connectionId, filter, format }) => {
      const rows = await signatures.every(connectionId, filter);
      const written = signatureReport(signatures.signers.list(), format);
      for await (const slice of slicesOf(clock, rows)) written.add(slice);
      return ok({ text: written.text(), rows: rows.length });
    },
  } satisfies SomeHandlers;
}

const isGathering: Failure = { kind: 'busy', work: 'gathering' };

type Asked = { readonly connectionId: ConnectionId; readonly network: Network; readonly cid: string };

/** The fetched signature with its age and its verification. */
export function signatureStateOf({ tables }: Context, { connectionId, network, cid }: Asked): KnownSignature {
  const stored = tables.signatures.get(connectionId, network, cid);
  return stored === null ? { kind: 'notFetched' } : { kind: 'fetched', ...stored };
}

export const fetchSignature = (context: Context, asked: Asked): Promise<Result<KnownSignature, Failure>> =>
  withService(context, asked.connectionId, (running) =>
    running.beside(async (signal) =>
      stored(context, asked, await running.sync.service.signature(asked.network, asked.cid, signal)),
    ),
  );

async function stored(
  context: Context,
  asked: Asked,
  answer: Awaited<ReturnType<SyncPorts['service']['signature']>>,
): Promise<Result<KnownSignature, Failure>> {
  const { connections, tables, clock, signatures, announce } = context;
  const { connectionId, network, cid } = asked;
  const checkedAtMs = clock.nowMs();
  if (!answer.ok) {
    const failure = serviceFailure(answer.failure);
    if (failure.kind === 'service' && failure.reason === 'token') {
      connections.saveTraits(connectionId, { signatures: deniedBy(answer.failure, checkedAtMs) });
    }
    return fail(failure);
  }
  connections.saveTraits(connectionId, { signatures: { kind: 'yes', checkedAtMs } });
  tables.signatures.put(connectionId, network, cid, { signature: answer.value.signature, fetchedAtMs: checkedAtMs });
  await signatures.checks.check(connectionId, [{ network, cid }]);
  announce('signatures.changed');
  return ok(signatureStateOf(context, asked));
}
