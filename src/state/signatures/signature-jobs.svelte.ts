import type { SignatureJobs } from '../../contract/signatures.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { Network } from '../../domain/core/ids.ts';
import type { Selection } from '../../domain/files/queries.ts';
import { Action } from '../app/action.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

type Verb = 'signatures.goOn' | 'signatures.cancel' | 'signatures.checkAll';

/** The jobs on signatures of one connection: fetching them, and verifying them. */
export class SignatureJobsState {
  readonly #ports: ScreenPorts;
  readonly #jobs: Query<void, SignatureJobs>;
  readonly #action = new Action();

  constructor(ports: ScreenPorts) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#jobs = new Query(() => bridge.ask('signatures.work', { connectionId }));
  }

  get fetch(): SignatureJobs['fetch'] {
    return this.#jobs.current?.fetch ?? null;
  }
  get check(): SignatureJobs['check'] {
    return this.#jobs.current?.check ?? null;
  }
  get failure(): Failure | null {
    return this.#action.failure;
  }
  /** Whether the core gathers what to fetch, or is about to. */
  get isGathering(): boolean {
    return this.#action.isBusy || this.fetch?.status === 'gathering';
  }

  /** @returns stops watching */
  watch(): () => void {
    return this.#jobs.watch(this.#ports.bridge, ['signatures.changed', 'status.changed']);
  }

  /** Fetches the signatures of selected files. */
  fetchFiles(selection: Selection, onlyMissing: boolean): Promise<void> {
    return this.#start({ kind: 'files', selection }, onlyMissing);
  }

  /** Fetches the signatures of content that the mirror may lack. */
  fetchContent(network: Network, cids: readonly string[]): Promise<void> {
    return this.#start({ kind: 'contents', contents: cids.map((cid) => ({ network, cid })) }, false);
  }

  /** Ends the wait of the fetch job. */
  goOn(): Promise<void> {
    return this.#carryOut('signatures.goOn');
  }

  /** Forgets the fetch job, done or not. */
  cancel(): Promise<void> {
    return this.#carryOut('signatures.cancel');
  }

  /** Puts a failure and a finished job away when the person goes on; the activity keeps the job. */
  async leave(): Promise<void> {
    this.#action.clear();
    if (this.fetch?.status === 'done') await this.cancel();
  }

  /** Verifies all signatures again, against the known signers and without a network. */
  checkAll(): Promise<void> {
    return this.#carryOut('signatures.checkAll');
  }

  async #start(
    of: { kind: 'files'; selection: Selection } | { kind: 'contents'; contents: { network: Network; cid: string }[] },
    onlyMissing: boolean,
  ): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    await this.#action.runBeside(async () => {
      const reply = await bridge.ask('signatures.start', { connectionId, of, onlyMissing });
      await this.#jobs.ask();
      return reply;
    });
  }

  async #carryOut(verb: Verb): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    await this.#action.runBeside(() => bridge.ask(verb, { connectionId }));
    await this.#jobs.ask();
  }
}
