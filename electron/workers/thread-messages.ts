import type { MessagePort, Worker } from 'node:worker_threads';
import type { ToHost } from './host-client.ts';
import type { HostSignal, SystemNotification, StartFailure } from '../host.ts';

/** What the main thread says to a thread of the core. Both ends are ours and of one build, so nothing here is parsed. */
export type ToThread =
  /** To the reader: the files are there and may be opened. */
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

/** What a thread of the core says to the main thread. */
export type FromThread =
  /** It has the files; the writer still puts itself together then. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly failure: StartFailure }
  | { readonly kind: 'replied'; readonly id: number; readonly reply: unknown }
  | { readonly kind: 'announced'; readonly name: string }
  | { readonly kind: 'noticed'; readonly notice: SystemNotification }
  | { readonly kind: 'vaultAsked'; readonly id: number; readonly request: VaultRequest }
  | { readonly kind: 'bug'; readonly reference: string; readonly story: string }
  | ToHost;

export const sendTo = (thread: Worker, message: ToThread): void => thread.postMessage(message);
export const send = (port: MessagePort, message: FromThread): void => port.postMessage(message);

export const onMessageFrom = (thread: Worker, listener: (message: FromThread) => void): void =>
  void thread.on('message', listener);
export const onMessage = (port: MessagePort, listener: (message: ToThread) => void): void =>
  void port.on('message', listener);
