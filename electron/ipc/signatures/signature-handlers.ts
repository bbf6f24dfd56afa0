import type { SignatureJobs } from '../../../src/contract/signatures.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import type { SignatureFilter, SignatureRow } from '../../../src/domain/signatures/signature-record.ts';
import { signatureExport } from '../../../src/domain/signatures/signature-export.ts';
import type { HandlersOf } from '../router.ts';
import { fetchSignature, signatureStateOf } from './signature.ts';
import { withConnection, type HandlerContext } from '../handler-context.ts';

type SignatureChannel =
  | 'signatures.get'
  | 'signatures.fetch'
  | 'signatures.start'
  | 'signatures.work'
  | 'signatures.goOn'
  | 'signatures.cancel'
  | 'signatures.checkAll'
  | 'signatures.report';

const REPORTED_AT_ONCE = 500;

export function signatureHandlers(slices: HandlerContext): HandlersOf<SignatureChannel> {
  const { connections, signatures, announce, report } = slices;
  const { fetches, checks } = signatures;
  const workOf = (id: ConnectionId): SignatureJobs => ({ fetch: fetches.state(id), check: checks.progress(id) });
  const changed = (id: ConnectionId): Result<SignatureJobs, Failure> => {
    announce('signatures.changed');
    return ok(workOf(id));
  };
  return {
    'signatures.get': (asked) => {
      // What is known by now, at once; a signer or a date that was added since is looked at beside it, and told.
      void checks.check(asked.connectionId, [asked]).catch(report);
      return ok(signatureStateOf(slices, asked));
    },
    'signatures.fetch': (asked) => fetchSignature(slices, asked),
    'signatures.start': ({ connectionId: id, of, onlyMissing }) =>
      withConnection(slices, id, () =>
        fetches.begin(id, of.kind === 'files' ? of.selection : of.contents, onlyMissing)
          ? changed(id)
          : fail(isGathering),
      ),
    'signatures.work': ({ connectionId: id }) => ok(workOf(id)),
    'signatures.goOn': ({ connectionId: id }) => {
      // Whether the token may is found out by asking.
      if (connections.get(id)?.learnt.signatures.kind === 'no')
        connections.learn(id, { signatures: { kind: 'notChecked' } });
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
      const rows = await allRows(slices, connectionId, filter);
      return ok({ text: signatureExport(rows, signatures.signers.list(), format), rows: rows.length });
    },
  };
}

const isGathering: Failure = {
  kind: 'invalidRequest',
  issues: ['The files chosen before are still being gathered. Try again in a moment.'],
};

async function allRows(
  { signatures, clock }: HandlerContext,
  id: ConnectionId,
  filter: SignatureFilter,
): Promise<readonly SignatureRow[]> {
  const rows: SignatureRow[] = [];
  for (;;) {
    const page = signatures.page(id, filter, rows.length, rows.length + REPORTED_AT_ONCE);
    if (page.rows.length === 0) return rows;
    rows.push(...page.rows);
    await clock.yieldToEventLoop();
  }
}
