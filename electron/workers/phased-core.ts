import type { HostSignal } from '../../src/domain/service/host-signal.ts';
import { eventNames } from '../../src/contract/events.ts';
import { ok } from '../../src/domain/core/result.ts';
import { FAILED_STARTS_TO_SAFE_MODE, type OutboxCopy, type Phase } from '../../src/domain/recovery/recovery.ts';
import type { HostClock } from '../hosting/clock.ts';
import type { FailedStarts } from '../hosting/failed-starts.ts';
import type { StartFailure } from '../host.ts';
import { isRecoveryAction } from '../ipc/recovery/recovery-channels.ts';
import { CoreThread, unanswered } from './core-thread.ts';
import { CoreThreads, type CoreThreadsPorts } from './core-threads.ts';

export type PhasedCorePorts = CoreThreadsPorts & {
  readonly starts: FailedStarts;
  readonly after: HostClock['after'];
};

/** A core that has run for so long starts well, whether a page was shown or not: a web host may run for weeks without one. */
const RUNS_WELL_AFTER_MS = 60_000;

/** What answers the page: the threads of the core, or the recovery alone. */
type Answering =
  | { readonly kind: 'running'; readonly threads: CoreThreads }
  | { readonly kind: 'recovery'; readonly thread: CoreThread; readonly phase: Phase };

/**
 * A core that runs, or helps a person out of a profile that does not start. It runs unless the outbox is damaged, or three
 * starts in a row failed; an action of the person ends one phase and begins the next. Each action waits for the one before.
 */
export class PhasedCore {
  readonly #ports: PhasedCorePorts;
  #answering: Promise<Answering | null> = Promise.resolve(null);
  /** Null between two phases. */
  #current: Answering | null = null;
  /** What the command line asked for is done by the first core that runs. */
  #hasRun = false;
  #giveUp: (failure: StartFailure) => void = () => undefined;
  /** Resolves when nothing answers any more. */
  readonly ended: Promise<StartFailure>;

  constructor(ports: PhasedCorePorts) {
    this.#ports = ports;
    this.ended = new Promise((resolve) => (this.#giveUp = resolve));
  }

  /** @returns why nothing answers; null after a success */
  async start(): Promise<StartFailure | null> {
    const failedStarts = this.#ports.starts.begin();
    const isSafe = failedStarts >= FAILED_STARTS_TO_SAFE_MODE;
    // A person who breaks off a long migration, for example, has not met a start that fails.
    if (!isSafe) this.#ports.ending?.addEventListener('abort', () => this.#ports.starts.end(), { once: true });
    const opened = await (isSafe ? this.#recover({ kind: 'safeMode', failedStarts }) : this.#run());
    if (!isFailure(opened)) {
      this.#take(opened);
      return null;
    }
    // A start that says why it failed is no crash.
    if (opened.kind === 'profileInUse') this.#ports.starts.leave();
    else if (opened.kind !== 'broken') this.#ports.starts.end();
    return opened;
  }

  /** Why the core does not run; null while it does. */
  get damage(): StartFailure | null {
    const phase = this.#current?.kind === 'recovery' ? this.#current.phase : null;
    return phase?.kind === 'damaged' ? phase : null;
  }

  async ask(name: string, input: unknown): Promise<unknown> {
    if (isRecoveryAction(name)) return await this.#act(name, input);
    const answering = await this.#answering;
    if (answering === null) return hostGone;
    const isOfPhase = name === 'recovery.phase' || name === 'recovery.pageShown';
    if (isOfPhase && input !== null) return invalid;
    if (name === 'recovery.phase') return ok(phaseOf(answering));
    if (name === 'recovery.pageShown') return this.#shown(answering);
    return await askIn(answering, name, input);
  }

  tell(signal: HostSignal): void {
    if (this.#current?.kind === 'running') this.#current.threads.tell(signal);
  }

  /**
   * @param isInOrder whether the end was asked for: such a start has not failed, whether its page was shown or not
   */
  async close(isInOrder = true): Promise<void> {
    const answering = await this.#answering;
    if (isInOrder && answering?.kind === 'running') this.#ports.starts.end();
    // What is closed ends, and has not ended by itself.
    this.#current = null;
    await closed(answering);
  }

  /** In safe mode the count stays: a person who only looks has another look at the next start. */
  #shown(answering: Answering): unknown {
    if (answering.kind === 'running' || answering.phase.kind === 'damaged') this.#ports.starts.end();
    return ok(null);
  }

  async #run(): Promise<Answering | StartFailure> {
    const { startOptions } = this.#ports;
    const threads = new CoreThreads({
      ...this.#ports,
      startOptions: this.#hasRun ? { ...startOptions, practice: false, connect: null } : startOptions,
    });
    const failure = await threads.start();
    if (failure === null) {
      this.#hasRun = true;
      void threads.ended.then((end) => this.#endedFor(threads, end));
      this.#ports.after(RUNS_WELL_AFTER_MS, () => this.#isRunning(threads) && this.#ports.starts.end());
      return { kind: 'running', threads };
    }
    if (failure.kind !== 'damaged' || !failure.path.endsWith('outbox.db')) return failure;
    this.#ports.log.info(`the outbox is damaged: ${failure.detail}`);
    return await this.#recover(failure);
  }

  /** Threads that ended for good make a start that failed, even when its page was shown. */
  #endedFor(threads: CoreThreads, end: StartFailure): void {
    if (!this.#isRunning(threads)) return;
    this.#ports.starts.begin();
    this.#ended(end);
    this.#answering = Promise.resolve(null);
  }

  #isRunning(threads: CoreThreads): boolean {
    return this.#current?.kind === 'running' && this.#current.threads === threads;
  }

  async #recover(phase: Phase): Promise<Answering | StartFailure> {
    const { startThread, profileDirectory } = this.#ports;
    const options = { name: 'recovery', workerData: { profileDirectory }, announce: () => undefined };
    // A recovery that ends leaves its open requests unanswered, and the host says what to do.
    const onEnd = (thread: CoreThread, { detail, reference }: { detail: string; reference: string | null }): void => {
      const current = this.#current;
      if (current?.kind !== 'recovery' || current.thread !== thread) return;
      this.#giveUp({ kind: 'broken', part: 'recovery', detail, reference });
    };
    const thread = startThread({ ...options, onEnd }, this.#ports);
    const failure = await thread.ready;
    if (failure === null) return { kind: 'recovery', thread, phase };
    await thread.close();
    return failure;
  }

  #take(answering: Answering): Answering {
    this.#current = answering;
    this.#answering = Promise.resolve(answering);
    return answering;
  }

  async #act(name: string, input: unknown): Promise<unknown> {
    const turn = this.#answering.then((answering) => this.#carryOut(answering, name, input));
    this.#answering = turn.then(({ next }) => next);
    return (await turn).reply;
  }

  /** A core that runs puts a queue back only, and first asks whether it is there: the page must not stop the core for nothing. */
  async #carryOut(
    answering: Answering | null,
    name: string,
    input: unknown,
  ): Promise<{ reply: unknown; next: Answering | null }> {
    if (answering === null) return { reply: hostGone, next: null };
    if (answering.kind === 'running' && !(await isKept(answering, name, input)))
      return { reply: notFound, next: answering };
    const recovery = answering.kind === 'recovery' ? answering : await this.#stopRunning(answering);
    if (isFailure(recovery)) return this.#ended(recovery);
    const reply = await recovery.thread.ask(name, input);
    if (answering.kind === 'recovery' && !isOk(reply)) return { reply: answered(reply), next: answering };
    this.#current = null;
    await recovery.thread.close();
    this.#ports.starts.begin();
    const opened = await this.#run();
    if (isFailure(opened)) return this.#ended(opened);
    this.#current = opened;
    for (const event of eventNames) this.#ports.announce(event);
    return { reply: answered(reply), next: opened };
  }

  async #stopRunning(running: Answering): Promise<Extract<Answering, { kind: 'recovery' }> | StartFailure> {
    this.#current = null;
    await closed(running);
    const opened = await this.#recover({ kind: 'running' });
    if (!isFailure(opened) && opened.kind === 'running') throw new Error('A recovery does not run');
    return opened;
  }

  #ended(failure: StartFailure): { reply: unknown; next: null } {
    this.#current = null;
    this.#giveUp(failure);
    return { reply: hostGone, next: null };
  }
}

async function isKept(running: Answering, name: string, input: unknown): Promise<boolean> {
  if (name !== 'recovery.putBack' || typeof input !== 'object' || input === null || !('name' in input)) return false;
  const reply = await askIn(running, 'recovery.copies', null);
  const copies = isOk(reply) ? reply.value.copies : [];
  return copies.some((copy) => copy.kind === 'replaced' && copy.name === input.name);
}

const askIn = async (answering: Answering, name: string, input: unknown): Promise<unknown> =>
  answering.kind === 'running'
    ? await answering.threads.ask(name, input)
    : answered(await answering.thread.ask(name, input));

const closed = async (answering: Answering | null): Promise<void> => {
  await (answering?.kind === 'running' ? answering.threads : answering?.thread)?.close();
};

const phaseOf = (answering: Answering): Phase => (answering.kind === 'running' ? { kind: 'running' } : answering.phase);

const isFailure = (opened: Answering | StartFailure): opened is StartFailure =>
  opened.kind !== 'running' && opened.kind !== 'recovery';

/** The recovery comes from the same build: a reply that is ok has the shape of its channel. */
const isOk = (reply: unknown): reply is { readonly value: { readonly copies: readonly OutboxCopy[] } } =>
  typeof reply === 'object' && reply !== null && 'ok' in reply && reply.ok === true;

const hostGone = { ok: false, failure: { kind: 'hostGone' } };
const notFound = { ok: false, failure: { kind: 'notFound' } };
const invalid = { ok: false, failure: { kind: 'invalidRequest', issues: ['The question has no input.'] } };
const answered = (reply: unknown): unknown => (reply === unanswered ? hostGone : reply);
