import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import type { HostRequest } from '../host.ts';

/** What a thread asks of the host; an answer comes over a port of its own. */
export type ToHost =
  | { readonly kind: 'logged'; readonly line: string }
  | { readonly kind: 'folderAsked'; readonly answerTo: MessagePort }
  /** What comes back on the port is a `HostAnswered`; a word sent there says that nobody waits any more. */
  | { readonly kind: 'fetchAsked'; readonly request: HostRequest; readonly answerTo: MessagePort };

const folderAnswer = z.object({ opened: z.boolean() });
export type FolderAnswer = z.infer<typeof folderAnswer>;

/** Has the host show the data folder. */
export function openFolder(to: MessagePort): Promise<boolean> {
  const { port1: here, port2: there } = new MessageChannel();
  return new Promise((resolve) => {
    here.once('message', (message) => {
      here.close();
      resolve(folderAnswer.parse(message).opened);
    });
    to.postMessage({ kind: 'folderAsked', answerTo: there } satisfies ToHost, [there]);
  });
}
