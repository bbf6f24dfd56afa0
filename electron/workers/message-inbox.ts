import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { ToThread } from './thread-messages.ts';

/**
 * The messages to a thread, in order. Work that occupies the thread can look for a pending message between two slices,
 * and end early.
 */
export class MessageInbox {
  readonly #port: MessagePort;
  #taken: ToThread[] = [];
  #listener: (message: ToThread) => void = () => undefined;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  listen(listener: (message: ToThread) => void): void {
    this.#listener = listener;
    this.#port.on('message', (message: ToThread) => {
      this.#deliver();
      listener(message);
    });
  }

  readonly hasPendingMessages = (): boolean => {
    if (this.#taken.length > 0) return true;
    const got: { readonly message: ToThread } | undefined = receiveMessageOnPort(this.#port);
    if (got === undefined) return false;
    // `receiveMessageOnPort` emits no event for the message it takes; the order of messages must stay.
    this.#taken.push(got.message);
    setImmediate(() => this.#deliver());
    return true;
  };

  #deliver(): void {
    for (const message of this.#taken.splice(0)) this.#listener(message);
  }
}
