import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { ToThread } from './thread-messages.ts';

/**
 * What is said to a thread, in order. Work that keeps the thread to itself can ask in its midst whether something has
 * been said, and end early.
 */
export class MessageInbox {
  readonly #port: MessagePort;
  #heard: ToThread[] = [];
  #listener: (message: ToThread) => void = () => undefined;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  hear(listener: (message: ToThread) => void): void {
    this.#listener = listener;
    this.#port.on('message', (message: ToThread) => {
      this.#deliver();
      listener(message);
    });
  }

  readonly hasPendingMessages = (): boolean => {
    if (this.#heard.length > 0) return true;
    const got: { readonly message: ToThread } | undefined = receiveMessageOnPort(this.#port);
    if (got === undefined) return false;
    // Taken off the port it would never be announced; what was said later must not come before it.
    this.#heard.push(got.message);
    setImmediate(() => this.#deliver());
    return true;
  };

  #deliver(): void {
    for (const message of this.#heard.splice(0)) this.#listener(message);
  }
}
