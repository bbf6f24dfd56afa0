import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { errorCode } from '../../src/domain/core/thrown.ts';
import type { HostFetch, HostPorts, HostRequest, Log, TokenVault } from '../host.ts';
import { FORGOTTEN, type ShownAnswer, type HostAnswered } from './host-client.ts';
import type { ToHost, VaultRequest } from './thread-messages.ts';

/** Serves the requests of a thread that only the host can serve. Answers on the port of the request. */
export async function answerWorker(message: ToHost, host: HostPorts): Promise<void> {
  const { log, openAddress, openFolder, fetch, profileDirectory } = host;
  switch (message.kind) {
    case 'logged':
      return log.info(message.line);
    case 'folderAsked': {
      // A thread names no path: what is shown lies in the profile.
      const directory = message.folder === 'updates' ? join(profileDirectory, 'updates') : profileDirectory;
      return await answerShown(message.answerTo, openFolder?.(directory), log);
    }
    case 'addressAsked':
      return await answerShown(message.answerTo, openAddress?.(message.url), log);
    case 'fetchAsked':
      if (fetch !== undefined) await answerFetch(fetch, message.request, message.answerTo);
  }
}

/** @param opening undefined where the host shows nothing of the kind */
async function answerShown(to: MessagePort, opening: Promise<boolean> | undefined, log: Log): Promise<void> {
  const opened = await opening?.catch((error: unknown) => {
    // Nobody awaits this work, and a rejection would end the program.
    log.error(error);
    return false;
  });
  to.postMessage({ opened: opened ?? false } satisfies ShownAnswer);
  to.close();
}

async function answerFetch(fetch: HostFetch, request: HostRequest, to: MessagePort): Promise<void> {
  const cancelling = new AbortController();
  to.on('message', () => cancelling.abort());
  // A thread that ends closes its ports: nobody waits for the answer.
  to.on('close', () => cancelling.abort());
  const answer = await fetch(request, cancelling.signal).then(
    ({ status, headers, body }): HostAnswered => ({ kind: 'answered', status, headers, body }),
    (error: unknown): HostAnswered => ({ kind: 'failed', code: errorCode(error) }),
  );
  const body = answer.kind === 'answered' ? answer.body : null;
  to.postMessage(answer, body === null ? [] : [body]);
}

/** @returns the token, how the vault keeps tokens, or that one is forgotten; null without a token */
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
      return FORGOTTEN;
  }
}
