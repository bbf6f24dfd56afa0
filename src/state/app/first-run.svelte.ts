import type { Bridge } from '../../contract/index.ts';
import type { ConnectionTest } from '../../contract/connections.ts';
import { cleanToken, originOf, parseBaseUrl } from '../../domain/connections/connection.ts';
import type { Failure } from '../../domain/core/failure.ts';

const hostOf = (baseUrl: string): string => originOf({ kind: 'service', baseUrl }).replace(/^https?:\/\//, '');

/** What is asked before there is a connection: practise, or connect to a service. */
export class FirstRunState {
  readonly #bridge: Bridge;
  #baseUrl = $state('');
  token = $state('');
  name = $state('');
  #test = $state.raw<ConnectionTest | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #busy = $state.raw<'practise' | 'test' | 'connect' | null>(null);

  readonly address = $derived(parseBaseUrl(this.#baseUrl));
  /** The computer the token would be sent to; null until the address can be read. */
  readonly host = $derived(this.address.ok ? hostOf(this.address.value) : null);
  readonly bareToken = $derived(cleanToken(this.token));
  readonly isReady = $derived(this.address.ok && this.bareToken !== null);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get baseUrl(): string {
    return this.#baseUrl;
  }
  /** A token that was typed for one host is not kept for another. */
  set baseUrl(typed: string) {
    const before = this.host;
    this.#baseUrl = typed;
    if (this.host !== before) this.token = '';
  }
  get test(): ConnectionTest | null {
    return this.#test;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  get busy(): 'practise' | 'test' | 'connect' | null {
    return this.#busy;
  }

  /** @returns the connection's id, or null when it failed */
  async practise(): Promise<string | null> {
    if (this.#busy !== null) return null;
    this.#busy = 'practise';
    const reply = await this.#bridge.ask('connections.addPractice', null);
    this.#settle(reply.ok ? null : reply.failure);
    return reply.ok ? reply.value.id : null;
  }

  async check(): Promise<void> {
    const asked = this.#asked('test');
    if (asked === null) return;
    const reply = await this.#bridge.ask('connections.test', asked);
    this.#settle(reply.ok ? null : reply.failure);
    this.#test = reply.ok ? reply.value : null;
  }

  /** @returns the connection's id, or null when it failed */
  async connect(): Promise<string | null> {
    const asked = this.#asked('connect');
    if (asked === null) return null;
    const name = this.name.trim() === '' ? (this.host ?? '') : this.name.trim();
    const reply = await this.#bridge.ask('connections.add', { ...asked, name });
    this.#settle(reply.ok ? null : reply.failure);
    if (!reply.ok) return null;
    this.token = '';
    this.#test = null;
    return reply.value.id;
  }

  /** A test says nothing about an address or token that was changed after it. */
  forgetTest(): void {
    this.#test = null;
    this.#failure = null;
  }

  #asked(work: 'test' | 'connect'): { baseUrl: string; token: string } | null {
    if (!this.address.ok || this.bareToken === null || this.#busy !== null) return null;
    this.#busy = work;
    return { baseUrl: this.address.value, token: this.bareToken };
  }

  #settle(failure: Failure | null): void {
    this.#busy = null;
    this.#failure = failure;
  }
}
