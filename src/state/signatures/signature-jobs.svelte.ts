import type { SignatureJobs } from '../../contract/signatures.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { Network } from '../../domain/core/ids.ts';
import type { Selection } from '../../domain/files/selection.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { throttle } from '../app/throttle.ts';

type Verb = 'signatures.goOn' | 'signatures.cancel' | 'signatures.checkAll';

/** The work on signatures of one connection: being fetched, and being checked. */
export class SignatureJobsState {
  readonly #ports: ScreenPorts;
  #work = $state.raw<SignatureJobs>({ fetch: null, check: null });
  #failure = $state.raw<Failure | null>(null);
  #latest = 0;

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  get fetch(): SignatureJobs['fetch'] {
    return this.#work.fetch;
  }
  get check(): SignatureJobs['check'] {
    return this.#work.check;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  /** @returns stops watching */
  watch(): () => void {
    const load = throttle(() => this.#load());
    load();
    const { bridge } = this.#ports;
    const stops = [bridge.listen('signatures.changed', load), bridge.listen('status.changed', load)];
    return () => stops.forEach((stop) => stop());
  }

  /** Of chosen files. */
  fetchFiles(selection: Selection, onlyMissing: boolean): Promise<void> {
    return this.#start({ kind: 'files', selection }, onlyMissing);
  }

  /** Of content that need not be in the copy. */
  fetchContent(network: Network, cids: readonly string[]): Promise<void> {
    return this.#start({ kind: 'contents', contents: cids.map((cid) => ({ network, cid })) }, false);
  }

  /** Now, whatever it waits for. */
  goOn(): Promise<void> {
    return this.#ask('signatures.goOn');
  }

  /** Forgets what is not fetched yet, or that it is done. */
  cancel(): Promise<void> {
    return this.#ask('signatures.cancel');
  }

  /** All of them against the known signers, without a network. */
  checkAll(): Promise<void> {
    return this.#ask('signatures.checkAll');
  }

  async #start(
    of: { kind: 'files'; selection: Selection } | { kind: 'contents'; contents: { network: Network; cid: string }[] },
    onlyMissing: boolean,
  ): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('signatures.start', { connectionId, of, onlyMissing });
    this.#failure = reply.ok ? null : reply.failure;
    await this.#load();
  }

  async #ask(verb: Verb): Promise<void> {
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask(verb, { connectionId });
    this.#failure = reply.ok ? null : reply.failure;
    await this.#load();
  }

  async #load(): Promise<void> {
    const request = ++this.#latest;
    const { bridge, connectionId } = this.#ports;
    const reply = await bridge.ask('signatures.work', { connectionId });
    if (request === this.#latest && reply.ok) this.#work = reply.value;
  }
}
