import type { SelfTestResult } from '../../../src/domain/connections/self-test.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import type { ConnectionId, FileKey } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { selfTest } from '../../sync/connection/self-test.ts';
import type { SomeHandlers } from '../router.ts';
import { serviceFailure } from './connection-failures.ts';
import { notFound, type HandlerContext } from '../handler-context.ts';

type Context = Pick<HandlerContext, 'announce' | 'connections' | 'selfTests' | 'tables'>;

/** The opt-in test that detects the metadata mode of a service. */
export function selfTestHandlers(context: Context) {
  const { selfTests, announce } = context;
  return {
    'selfTest.run': ({ connectionId, key }) => run(context, connectionId, key),
    'selfTest.trace': ({ connectionId }) => ok(selfTests.get(connectionId)),
    'selfTest.dismiss': ({ connectionId }) => {
      if (selfTests.get(connectionId)?.standing === 'stays') selfTests.remove(connectionId);
      announce('connections.changed');
      return ok(null);
    },
  } satisfies SomeHandlers;
}

async function run(context: Context, id: ConnectionId, file: FileKey): Promise<Result<SelfTestResult, Failure>> {
  const { connections, selfTests } = context;
  const refusal = refusalOf(context, id, file);
  if (refusal !== null) return fail(refusal);
  const running = connections.running(id);
  if (running === null) return fail(notFound);
  const tested = await running.alone((signal) => selfTest({ ...running.sync, selfTests }, file, signal));
  return tested.ok ? ok(tested.value) : fail(serviceFailure(tested.failure));
}

/** The reason against a test: edits of the file, a setting of the connection, or an unfinished test; null if none. */
function refusalOf({ connections, tables, selfTests }: Context, id: ConnectionId, file: FileKey): Failure | null {
  const connection = connections.get(id);
  const running = connections.running(id);
  const of = { ...file, connectionId: id };
  if (connection === null || running === null) return notFound;
  if (connection.readOnly) return { kind: 'readOnly' };
  const { mode, network } = running.state;
  if (mode === 'noToken') return { kind: 'noToken' };
  if (mode !== 'running') return unfit('atRest');
  if (network === 'down')
    return { kind: 'service', reason: 'unreachable', detail: 'there is no network', requestId: null };
  if (selfTests.get(id)?.standing === 'underWay') return unfit('unfinished');
  const hasEdits = tables.outbox.openEdits(of).length > 0 || tables.outbox.unresolvedAttempt(of) !== null;
  return hasEdits ? unfit('hasEdits') : null;
}

const unfit = (problem: 'atRest' | 'unfinished' | 'hasEdits'): Failure => ({
  kind: 'unfit',
  what: 'selfTest',
  problem,
});
