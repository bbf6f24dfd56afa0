import type { MessagePort, Worker } from 'node:worker_threads';
import type { HostRequest, HostSignal, SystemNotification, StartFailure } from '../host.ts';

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

/** A request to the host. Each request with an answer brings a port for the answer. */
export type ToHost =
  | { readonly kind: 'logged'; readonly line: string }
  | { readonly kind: 'folderAsked'; readonly answerTo: MessagePort }
  /** The host answers with a `HostAnswered`. A message from the thread on the port cancels the request. */
  | { readonly kind: 'fetchAsked'; readonly request: HostRequest; readonly answerTo: MessagePort };

/** Messages of a thread of the core to the main thread. */
export type FromThread =
  /** The thread has opened its files; the writer composes its parts after this message. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly failure: StartFailure }
  | { readonly kind: 'replied'; readonly id: number; readonly reply: unknown }
  | { readonly kind: 'announced'; readonly name: string }
  | { readonly kind: 'noticed'; readonly notice: SystemNotification }
  | { readonly kind: 'vaultAsked'; readonly id: number; readonly request: VaultRequest }
  | { readonly kind: 'bug'; readonly reference: string; readonly stack: string }
  | ToHost;

export const sendTo = (thread: Worker, message: ToThread): void => thread.postMessage(message);
export const send = (port: MessagePort, message: FromThread): void => port.postMessage(message);

export const onMessageFrom = (thread: Worker, listener: (message: FromThread) => void): void =>
  void thread.on('message', listener);
export const onMessage = (port: MessagePort, listener: (message: ToThread) => void): void =>
  void port.on('message', listener);
