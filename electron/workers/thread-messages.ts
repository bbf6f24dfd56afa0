import { randomUUID } from 'node:crypto';
import { type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import type { HostSignal } from '../../src/domain/service/host-signal.ts';
import type { HostRequest, StartFailure, SystemNotification } from '../host.ts';
import './same-build.ts';

/** Messages of the main thread to a thread of the core. Both ends come from one build, so the receiver parses none. */
export type ToThread =
  /** To the reader: the writer has made or migrated the files. */
  | { readonly kind: 'open' }
  | { readonly kind: 'ask'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly kind: 'signal'; readonly signal: HostSignal }
  | { readonly kind: 'vaultAnswered'; readonly id: number; readonly value: string | null }
  | { readonly kind: 'close' };

export type VaultRequest =
  | { readonly verb: 'keeping' }
  | { readonly verb: 'save'; readonly connectionId: string; readonly token: string }
  | { readonly verb: 'load'; readonly connectionId: string }
  | { readonly verb: 'forget'; readonly connectionId: string };

/** A folder that the host may show: the profile, or the packages of updates in it. */
export type ProfileFolder = 'profile' | 'updates';

/** A request to the host. Each request with an answer brings a port for the answer. */
export type ToHost =
  | { readonly kind: 'logged'; readonly line: string }
  | { readonly kind: 'folderAsked'; readonly folder: ProfileFolder; readonly answerTo: MessagePort }
  | { readonly kind: 'addressAsked'; readonly url: string; readonly answerTo: MessagePort }
  /** The host answers with a `HostAnswered`. A message from the thread on the port cancels the request. */
  | { readonly kind: 'fetchAsked'; readonly request: HostRequest; readonly answerTo: MessagePort };

/** Messages of a thread of the core to the main thread. */
export type FromThread =
  /** The thread has opened its files; the writer composes its parts after this message. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'ready' }
  /** The thread has closed its files; what it still waits for concerns nobody. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly failure: StartFailure }
  | { readonly kind: 'replied'; readonly id: number; readonly reply: unknown }
  | { readonly kind: 'announced'; readonly name: string }
  | { readonly kind: 'noticed'; readonly notice: SystemNotification }
  | { readonly kind: 'vaultAsked'; readonly id: number; readonly request: VaultRequest }
  | { readonly kind: 'bug'; readonly reference: string; readonly stack: string }
  /** The thread has found the mirror damaged; the next writer sets it aside. Precedes the reply to the request that met it. */
  | { readonly kind: 'mirrorDamaged' }
  | ToHost;

export const sendTo = (thread: Worker, message: ToThread): void => thread.postMessage(message);
export const send = (port: MessagePort, message: FromThread): void => port.postMessage(message);

export const onMessageFrom = (thread: Worker, listener: (message: FromThread) => void): void =>
  void thread.on('message', listener);
export const onMessage = (port: MessagePort, listener: (message: ToThread) => void): void =>
  void port.on('message', listener);

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

/** Records a bug. @returns the reference shown to the person */
export type Report = (error: unknown) => string;

/** Reports bugs of a thread to the host's log. */
export const reportBugs =
  (to: MessagePort): Report =>
  (error) => {
    const reference = randomUUID().slice(0, 8);
    // The stack only: other members of an error may contain the request, and with it the token.
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    send(to, { kind: 'bug', reference, stack });
    return reference;
  };

/** Reports bugs, and says which of them is a damaged mirror. @param isOfMirror as `damageWatch` returns */
export function reportBugsAndDamage(to: MessagePort, isOfMirror: (error: unknown) => boolean): Report {
  const report = reportBugs(to);
  return (error) => {
    if (isOfMirror(error)) send(to, { kind: 'mirrorDamaged' });
    return report(error);
  };
}
