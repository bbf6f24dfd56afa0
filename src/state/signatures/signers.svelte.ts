import type { Bridge, Input, Output, Reply } from '../../contract/index.ts';
import { LONGEST_SIGNER_LIST, type SignerProblem } from '../../contract/signatures.ts';
import { fail, ok, type Result } from '../../domain/core/result.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { KnownSigner } from '../../domain/signatures/known-signer.ts';
import { Action } from '../app/action.svelte.ts';
import { type ChosenFile, type ChosenFileProblem, readChosenFile, utf8Text } from '../app/chosen-file.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

export type SignerImport = {
  readonly taken: number;
  /** The first problems of `problemCount`. */
  readonly problems: readonly SignerProblem[];
  readonly problemCount: number;
};

/** The signers that a person knows, and the draft of another one. */
export class SignersState {
  readonly #bridge: Bridge;
  readonly #signers: Query<void, Output<'signers.list'>>;
  readonly #action = new Action();
  #imported = $state.raw<SignerImport | null>(null);
  address = $state('');
  label = $state('');

  constructor({ bridge }: ScreenPorts) {
    this.#bridge = bridge;
    this.#signers = new Query(() => bridge.ask('signers.list', null));
  }

  /** By label. */
  get signers(): readonly KnownSigner[] {
    return this.#signers.current?.signers ?? [];
  }
  get isLoaded(): boolean {
    return this.#signers.current !== null;
  }
  /** Whether nobody knows which signers are known: they could not be read. */
  get isUnread(): boolean {
    return !this.isLoaded && this.#signers.failure !== null;
  }
  /** Why the last action came to nothing; else why the signers could not be read. */
  get failure(): Failure | null {
    return this.#action.failure ?? (this.isLoaded ? null : this.#signers.failure);
  }
  /** The result of the last import. */
  get imported(): SignerImport | null {
    return this.#imported;
  }

  /** @returns null for an address of no known signer */
  labelOf(address: string | null): string | null {
    return this.signers.find((signer) => signer.address === address)?.label ?? null;
  }

  /** @returns stops watching */
  watch(): () => void {
    void this.load();
    return this.#bridge.listen('signers.changed', () => void this.load());
  }

  async load(): Promise<void> {
    await this.#signers.ask();
  }

  /** Adds the drafted signer. The draft stays when the core refuses it, and so does what a person has typed meanwhile. */
  async add(): Promise<void> {
    const { address, label } = this;
    if (!(await this.rename(address, label))) return;
    if (this.address === address) this.address = '';
    if (this.label === label) this.label = '';
  }

  /** @returns whether the core kept the label */
  async rename(address: string, label: string): Promise<boolean> {
    return (await this.#change('signers.put', { address, label })).ok;
  }

  async remove(address: string): Promise<void> {
    await this.#change('signers.remove', { address });
  }

  /** Adds the signers of a list in a chosen file. */
  async bringFile(file: ChosenFile): Promise<void> {
    const read = await listIn(file);
    if (read.ok) return await this.bring(read.value);
    this.#imported = null;
    await this.#action.runBeside(async () => fail({ kind: 'unfit', what: 'list', problem: read.failure }));
  }

  async bring(text: string): Promise<void> {
    const reply = await this.#change('signers.import', { text });
    this.#imported = reply.ok ? reply.value : null;
  }

  /** @returns null when it failed; `failure` says why */
  async list(format: 'csv' | 'json'): Promise<string | null> {
    const reply = await this.#action.runBeside(() => this.#bridge.ask('signers.export', { format }));
    return reply.ok ? reply.value.text : null;
  }

  async #change<C extends 'signers.put' | 'signers.remove' | 'signers.import'>(
    channel: C,
    input: Input<C>,
  ): Promise<Reply<C>> {
    return await this.#signers.act(() => this.#action.runBeside(() => this.#bridge.ask(channel, input)));
  }
}

/** The list in a file: what is no UTF-8 would be kept as a label with a wrong letter. */
async function listIn(file: ChosenFile): Promise<Result<string, ChosenFileProblem | 'notText'>> {
  const read = await readChosenFile([file], LONGEST_SIGNER_LIST);
  if (!read.ok) return read;
  const text = utf8Text(read.value);
  if (text === null) return fail('notText');
  return text.length > LONGEST_SIGNER_LIST ? fail('tooLong') : ok(text);
}
