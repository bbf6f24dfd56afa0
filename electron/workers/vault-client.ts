import type { MessagePort } from 'node:worker_threads';
import { send, type ToThread, type VaultRequest } from './thread-messages.ts';

/** The host's token vault, asked from a thread that has none: the keychain answers on the main thread only. */
export class VaultClient {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (value: string | null) => void>();
  #lastId = 0;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  ask(request: VaultRequest): Promise<string | null> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      send(this.#port, { kind: 'vaultAsked', id, request });
    });
  }

  answered({ id, value }: Extract<ToThread, { kind: 'vaultAnswered' }>): void {
    this.#waiting.get(id)?.(value);
    this.#waiting.delete(id);
  }
}
