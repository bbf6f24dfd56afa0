import { isSameAccount } from '../../../src/domain/connections/connection.ts';
import {
  firstMove,
  moveAfter,
  removalOf,
  type SelfTestMove,
  type SelfTestResult,
  type SelfTestStep,
  type SelfTestTrace,
  type SelfTestVerdict,
} from '../../../src/domain/connections/self-test.ts';
import type { FileKey } from '../../../src/domain/core/ids.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import { IN_FLIGHT_WINDOW_MS } from '../../../src/domain/edits/late-landings.ts';
import { bodyText } from '../../../src/domain/edits/update-body.ts';
import { failureClassOf, mayHaveBeenApplied, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { SelfTestsTable } from '../../database/profile/profile-tables.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import { applyRemoteRecord } from '../ingest/apply-remote-record.ts';
import { isLagging, LAG_MS } from '../ingest/lagging-read.ts';
import { readFile } from '../ingest/read-file.ts';
import type { SyncPorts } from '../ports.ts';
import type { PushPorts } from '../push/overdue-turns.ts';

export type SelfTestPorts = SyncPorts & { readonly selfTests: SelfTestsTable };

type Answer = Promise<Result<SelfTestResult, RemoteFailure>>;

/**
 * Finds out on one file whether a service merges or replaces metadata and whether it can remove a key, with one read and
 * two or three updates, after which the file is as it was. The trace of an added key is durable before the key is sent; a
 * later check removes the key of a test that broke off.
 *
 * Runs alone: no other work of the connection may be under way.
 */
export async function selfTest(ports: SelfTestPorts, file: FileKey, signal: AbortSignal): Answer {
  const { clock, random, accountRef } = ports;
  const read = await readCaughtUp(ports, file, signal);
  if (!read.ok) return read;
  const startedAtMs = clock.nowMs();
  const key = `pinfold-self-test-${random.uuid().slice(0, 8)}`;
  const trace: SelfTestTrace = {
    ...{ file, key, startedAtMs },
    binding: accountRef(),
    sentAtMs: startedAtMs,
    standing: 'underWay',
  };
  const tested = await new SelfTestRun(ports, trace, signal).from(firstMove(key, read.value.keyvalues));
  if (tested.ok) saveTraits(ports, tested.value);
  ports.announce('connections.changed');
  return tested;
}

type CleanUpPorts = SelfTestPorts & { readonly overdue: Pick<PushPorts['overdue'], 'has'> };

/**
 * Removes the key of a self-test that broke off, once none of its updates can still land, nor one of an edit of the file.
 * Does nothing under another account, on a read-only connection, or without a trace.
 */
export async function cleanUpSelfTest(ports: CleanUpPorts, signal: AbortSignal): Promise<void> {
  const { selfTests, connection, accountRef, clock, announce } = ports;
  const { id, readOnly } = connection();
  const trace = selfTests.get(id);
  if (trace === null || trace.standing === 'stays' || readOnly || !isSameAccount(trace.binding, accountRef())) return;
  const nowMs = clock.nowMs();
  // Its clock was ahead, so nobody knows how long ago that was: one full window from now is enough.
  if (trace.sentAtMs > nowMs) selfTests.put(id, { ...trace, sentAtMs: nowMs });
  if (nowMs <= trace.sentAtMs + IN_FLIGHT_WINDOW_MS || mayBeWritten(ports, trace.file)) return;
  const read = await readFresh(ports, trace.file, signal);
  if (read.ok && isLagging(ports, { ...trace.file, connectionId: id }, read.value)) return;
  if (read.ok) await new SelfTestRun(ports, trace, signal).from(removalOf(trace.key, read.value.keyvalues));
  else if (failureClassOf(read.failure).kind === 'gone') selfTests.remove(id);
  announce('connections.changed');
}

/** Whether an edit may land between the read and the update that sends the whole map, which would take it back. */
const mayBeWritten = ({ outbox, overdue, connection }: CleanUpPorts, file: FileKey): boolean =>
  overdue.has(file) || outbox.unresolvedAttempt({ ...file, connectionId: connection().id }) !== null;

const readFresh = (ports: SelfTestPorts, file: FileKey, signal: AbortSignal) =>
  readFile({ ...file, connectionId: ports.connection().id }, ports, signal);

/** Waits for a replica that lags behind an update of ours: the whole map of its record would take that update back. */
async function readCaughtUp(ports: SelfTestPorts, file: FileKey, signal: AbortSignal): ReturnType<typeof readFile> {
  const of = { ...file, connectionId: ports.connection().id };
  for (;;) {
    const read = await readFile(of, ports, signal);
    if (!read.ok || !isLagging(ports, of, read.value)) return read;
    await pause(ports, LAG_MS, signal);
  }
}

/** Ends early with the signal. */
const pause = ({ clock }: SelfTestPorts, lengthMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const cancel = clock.wakeAt(clock.nowMs() + lengthMs, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    const onAbort = (): void => {
      cancel();
      resolve();
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });

/** Sends the updates of one self-test. Each update stores its trace before it goes out. */
class SelfTestRun {
  readonly #ports: SelfTestPorts;
  readonly #trace: SelfTestTrace;
  readonly #signal: AbortSignal;
  #updates = 0;

  constructor(ports: SelfTestPorts, trace: SelfTestTrace, signal: AbortSignal) {
    this.#ports = ports;
    this.#trace = trace;
    this.#signal = signal;
  }

  async from(first: SelfTestMove): Answer {
    let move = first;
    while (move.kind === 'send') {
      const answer = await this.#send(move.keyvalues);
      if (answer.ok) {
        move = moveAfter(move.step, this.#trace.key, answer.value.keyvalues);
      } else if (move.step === 'nulling' && failureClassOf(answer.failure).kind === 'refused') {
        move = { kind: 'found', verdict: 'mergeWithoutRemoval' };
      } else {
        this.#breakOff(move.step, answer.failure);
        return answer;
      }
    }
    return ok(this.#end(move.verdict));
  }

  async #send(keyvalues: ReadonlyMap<string, unknown>): Promise<Result<ReceivedFile, RemoteFailure>> {
    const { service, selfTests, outbox, clock, connection } = this.#ports;
    const { file } = this.#trace;
    const { id } = connection();
    // The trace is durable before the first byte goes out.
    selfTests.put(id, { ...this.#trace, sentAtMs: clock.nowMs() });
    this.#updates++;
    const requestSeq = outbox.nextRequestSeq();
    const answer = await service.updateFile(file.network, file.id, bodyText({ name: null, keyvalues }), this.#signal);
    if (answer.ok) applyRemoteRecord(this.#ports, { ...file, connectionId: id }, answer.value, requestSeq);
    return answer;
  }

  #breakOff(step: SelfTestStep, failure: RemoteFailure): void {
    const { outbox, connection, clock } = this.#ports;
    const mayLand = mayHaveBeenApplied(failureClassOf(failure));
    // No key was added when the very first update did not arrive for certain.
    if (step === 'adding' && !mayLand) return this.#forget();
    // A whole map that lands late would undo an edit that was sent in between.
    const of = { ...this.#trace.file, connectionId: connection().id };
    if (mayLand) outbox.setRetryState(of, { notBeforeMs: clock.nowMs() + IN_FLIGHT_WINDOW_MS, failures: 0 });
  }

  #end(verdict: SelfTestVerdict): SelfTestResult {
    const { selfTests, connection } = this.#ports;
    const stays = verdict === 'mergeWithoutRemoval' ? this.#trace.key : null;
    if (stays === null) this.#forget();
    else selfTests.put(connection().id, { ...this.#trace, standing: 'stays' });
    return { verdict, updates: this.#updates, stays };
  }

  #forget(): void {
    this.#ports.selfTests.remove(this.#ports.connection().id);
  }
}

function saveTraits({ saveTraits }: SelfTestPorts, { verdict }: SelfTestResult): void {
  if (verdict === 'notStored') return;
  saveTraits({ keyvaluesMode: verdict, modeEvidence: { kind: 'selfTest', mode: verdict }, keyvaluesEvidence: null });
}
