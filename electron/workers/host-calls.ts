import type { MessagePort } from 'node:worker_threads';
import type { HostFetch, HostPorts, HostRequest } from '../host.ts';
import type { FolderAnswer, ToHost } from './host-client.ts';
import type { HostAnswered } from './host-fetch.ts';

/** Does for a thread what only the host can do, and answers on the port that came along. */
export async function answerWorker(
  message: ToHost,
  { log, openFolder, fetch, profileDirectory }: HostPorts,
): Promise<void> {
  switch (message.kind) {
    case 'logged':
      return log.info(message.line);
    case 'folderAsked': {
      message.answerTo.postMessage({ opened: (await openFolder?.(profileDirectory)) ?? false } satisfies FolderAnswer);
      return message.answerTo.close();
    }
    case 'fetchAsked':
      if (fetch !== undefined) await answerFetch(fetch, message.request, message.answerTo);
  }
}

async function answerFetch(fetch: HostFetch, request: HostRequest, to: MessagePort): Promise<void> {
  const givenUp = new AbortController();
  to.on('message', () => givenUp.abort());
  const answer = await fetch(request, givenUp.signal).then(
    ({ status, headers, body }): HostAnswered => ({ kind: 'answered', status, headers, body }),
    (error: unknown): HostAnswered => ({ kind: 'failed', code: codeOf(error) }),
  );
  const body = answer.kind === 'answered' ? answer.body : null;
  to.postMessage(answer, body === null ? [] : [body]);
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
