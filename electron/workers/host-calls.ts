import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import type { HostFetch, HostPorts, HostRequest, TokenVault } from '../host.ts';
import type { FolderAnswer, HostAnswered } from './host-client.ts';
import type { ToHost, VaultRequest } from './thread-messages.ts';

/** Serves the requests of a thread that only the host can serve. Answers on the port of the request. */
export async function answerWorker(
  message: ToHost,
  { log, openAddress, openFolder, fetch, profileDirectory }: HostPorts,
): Promise<void> {
  switch (message.kind) {
    case 'logged':
      return log.info(message.line);
    case 'folderAsked': {
      // A thread names no path: what is shown lies in the profile.
      const directory = message.folder === 'updates' ? join(profileDirectory, 'updates') : profileDirectory;
      message.answerTo.postMessage({ opened: (await openFolder?.(directory)) ?? false } satisfies FolderAnswer);
      return message.answerTo.close();
    }
    case 'addressAsked': {
      message.answerTo.postMessage({ opened: (await openAddress?.(message.url)) ?? false } satisfies FolderAnswer);
      return message.answerTo.close();
    }
    case 'fetchAsked':
      if (fetch !== undefined) await answerFetch(fetch, message.request, message.answerTo);
  }
}

async function answerFetch(fetch: HostFetch, request: HostRequest, to: MessagePort): Promise<void> {
  const cancelling = new AbortController();
  to.on('message', () => cancelling.abort());
  // A thread that ends closes its ports: nobody waits for the answer.
  to.on('close', () => cancelling.abort());
  const answer = await fetch(request, cancelling.signal).then(
    ({ status, headers, body }): HostAnswered => ({ kind: 'answered', status, headers, body }),
    (error: unknown): HostAnswered => ({ kind: 'failed', code: codeOf(error) }),
  );
  const body = answer.kind === 'answered' ? answer.body : null;
  to.postMessage(answer, body === null ? [] : [body]);
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** @returns the token, or how the vault keeps tokens; null for a request without an answer */
export async function askVault(vault: TokenVault, request: VaultRequest): Promise<string | null> {
  switch (request.verb) {
    case 'keeping':
      return await vault.keeping();
    case 'save':
      return await vault.save(request.connectionId, request.token);
    case 'load':
      return await vault.load(request.connectionId);
    case 'forget':
      await vault.forget(request.connectionId);
      return null;
  }
}
