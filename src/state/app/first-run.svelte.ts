import type { Bridge } from '../../contract/index.ts';
import type { ConnectionTest } from '../../contract/connections.ts';
import { type CopiedParts, everyPart } from '../../domain/connections/copied-parts.ts';
import { cleanToken, originOf } from '../../domain/connections/connection.ts';
import { takenOff } from '../../domain/connections/pasted-token.ts';
import {
  completedAddress,
  type CompletedAddress,
  lacksVersion,
  parseBaseUrl,
} from '../../domain/connections/typed-address.ts';
import type { UpdateTrial } from '../../domain/connections/update-trial.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { Result } from '../../domain/core/result.ts';
import { Action } from './action.svelte.ts';

type Work = 'practise' | 'test' | 'try' | 'connect';
type Wanted = { readonly baseUrl: string; readonly token: string };

const hostOf = (baseUrl: string): string => originOf({ kind: 'service', baseUrl }).replace(/^https?:\/\//, '');

/** Whether a token was refused for everything that was tried. */
const mayNothing = ({ keys, listing, signatures }: ConnectionTest): boolean =>
  [keys, listing, signatures].every(({ kind }) => kind === 'no');

/** The first screen, before there is a connection: practise, or connect to a service. */
export class FirstRunState {
  readonly #bridge: Bridge;
  #baseUrl = $state('');
  #token = $state('');
  name = $state('');
  /** What the new connection copies. */
  copiedParts = $state.raw<CopiedParts>(everyPart);
  /** The host that the token is meant for: it was typed, or sent, while this one stood in the address. */
  #tokenHost: string | null = null;
  #forgottenFor = $state.raw<string | null>(null);
  #scheme = $state.raw<CompletedAddress['scheme']>(null);
  #failedWork = $state.raw<Work | null>(null);
  #test = $state.raw<ConnectionTest | null>(null);
  #trial = $state.raw<UpdateTrial | null>(null);
  #isUntestable = $state(false);
  readonly #action = new Action();
  #busy = $state.raw<Work | null>(null);

  readonly address = $derived(parseBaseUrl(completedAddress(this.#baseUrl).text));
  /** Whether the address names no version; false until it is readable. */
  readonly lacksVersion = $derived(this.address.ok && lacksVersion(this.address.value));
  /** The host that would receive the token; null until the address is readable. */
  readonly host = $derived(this.address.ok ? hostOf(this.address.value) : null);
  readonly bareToken = $derived(cleanToken(this.#token));
  /** What is taken off the token before it is sent. */
  readonly takenOff = $derived(this.bareToken === null ? [] : takenOff(this.#token));
  readonly isReady = $derived(this.address.ok && this.bareToken !== null);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get baseUrl(): string {
    return this.#baseUrl;
  }
  /**
   * Another host empties the token: a token meant for one host must never reach another. One that was typed before there
   * was any address stays while the address is typed.
   */
  set baseUrl(typed: string) {
    this.#baseUrl = typed;
    this.#scheme = null;
    if (this.#tokenHost === null || this.host === this.#tokenHost) return;
    const forgottenFor = this.#tokenHost;
    this.token = '';
    this.#forgottenFor = forgottenFor;
  }
  get token(): string {
    return this.#token;
  }
  set token(typed: string) {
    this.#token = typed;
    this.#forgottenFor = null;
    this.#bindToken();
  }
  /** The host that the token was meant for, when another address emptied it; else null. */
  get forgottenFor(): string | null {
    return this.#forgottenFor;
  }
  /** The scheme that was put in front of the address; null when the person typed one. */
  get scheme(): CompletedAddress['scheme'] {
    return this.#scheme;
  }

  /** Shows the whole address, once the person has left the field. From now on the token is meant for its host. */
  leaveAddress(): void {
    const { text, scheme } = completedAddress(this.#baseUrl);
    if (scheme !== null) {
      this.#baseUrl = text;
      this.#scheme = scheme;
    }
    this.#bindToken();
  }

  addVersion(version: string): void {
    if (this.address.ok) this.baseUrl = `${this.address.value}/${version}`;
    this.forgetTest();
  }

  /** What the update trial found after the last test; null without one. */
  get trial(): UpdateTrial | null {
    return this.#trial;
  }
  get test(): ConnectionTest | null {
    return this.#test;
  }
  get failure(): Failure | null {
    return this.#action.failure;
  }
  /** The work that `failure` is about; null without one. */
  get failedWork(): Work | null {
    return this.failure === null ? null : this.#failedWork;
  }
  get busy(): Work | null {
    return this.#busy;
  }

  /** @returns the connection's id, or null when it failed */
  async practise(): Promise<string | null> {
    const reply = await this.#carryOut('practise', () => this.#bridge.ask('connections.addPractice', null));
    return reply?.ok ? reply.value.id : null;
  }

  /** @returns whether what stands there now was tested: of what was typed meanwhile nothing is known */
  async check(): Promise<boolean> {
    const wanted = this.#wanted();
    if (wanted === null) return false;
    this.leaveAddress();
    const reply = await this.#carryOut('test', () => this.#bridge.ask('connections.test', wanted));
    if (reply === null) return false;
    // Nobody may connect to what was not tested as if it were.
    if (!this.#isWanted(wanted)) {
      this.#action.clear();
      return false;
    }
    this.#trial = null;
    this.#test = reply.ok ? reply.value : null;
    this.#isUntestable = this.#test === null || mayNothing(this.#test);
    return true;
  }

  /** Sends one update without fields of the file that the test saw. */
  async tryUpdate(): Promise<void> {
    const wanted = this.#wanted();
    const test = this.#test;
    if (wanted === null || test === null) return;
    const reply = await this.#carryOut('try', () => this.#bridge.ask('connections.tryUpdate', wanted));
    if (!reply?.ok) return;
    this.#trial = reply.value;
    this.#test = { ...test, updates: reply.value.updates };
  }

  /** Whether the last test failed, so that a person may connect without a good one. */
  get mayConnectUntested(): boolean {
    return this.#isUntestable;
  }

  /**
   * Tests first: a mistyped host or token would otherwise be told hours later, as a service that does not answer.
   *
   * @returns the connection's id, or null when the test or the connection failed
   */
  async connect(): Promise<string | null> {
    // The choice of what to copy stands below a test. A test of this very call asked nobody.
    const parts = this.#test === null ? {} : { copiedParts: this.copiedParts };
    if (this.#test === null && !(await this.check())) return null;
    return this.#test === null || this.#isUntestable ? null : await this.#add(parts);
  }

  /** @returns the connection's id, or null when it failed */
  connectUntested(): Promise<string | null> {
    return this.#add({});
  }

  /** @param parts what a person chose to copy; nothing leaves a known connection its choice */
  async #add(parts: { readonly copiedParts?: CopiedParts }): Promise<string | null> {
    const wanted = this.#wanted();
    if (wanted === null) return null;
    const name = this.name.trim() === '' ? (this.host ?? '') : this.name.trim();
    const given = { ...wanted, ...parts, name };
    const reply = await this.#carryOut('connect', () => this.#bridge.ask('connections.add', given));
    if (!reply?.ok) return null;
    // Left in the form, a name would pass on to the next connection.
    this.name = '';
    this.token = '';
    this.baseUrl = '';
    this.copiedParts = everyPart;
    this.forgetTest();
    return reply.value.id;
  }

  /**
   * Forgets the test once the address or the token changed after it. One under way goes on for nobody, and holds nothing up: a
   * host that does not answer takes half a minute.
   */
  forgetTest(): void {
    this.#test = null;
    this.#trial = null;
    this.#isUntestable = false;
    if (this.#busy !== 'test' && this.#busy !== 'try') return this.#action.clear();
    this.#action.leave();
    this.#busy = null;
  }

  #bindToken(): void {
    this.#tokenHost = this.#token === '' ? null : this.host;
  }

  #wanted(): Wanted | null {
    return this.address.ok && this.bareToken !== null ? { baseUrl: this.address.value, token: this.bareToken } : null;
  }

  #isWanted({ baseUrl, token }: Wanted): boolean {
    const now = this.#wanted();
    return now?.baseUrl === baseUrl && now.token === token;
  }

  /** @returns null for work that was left, or that another one kept from beginning */
  async #carryOut<Answer>(work: Work, ask: () => Promise<Result<Answer, Failure>>) {
    if (this.#busy !== null) return null;
    const { subject } = this.#action;
    this.#busy = work;
    this.#failedWork = work;
    const reply = await this.#action.runBeside(ask);
    if (subject !== this.#action.subject) return null;
    this.#busy = null;
    return reply;
  }
}
