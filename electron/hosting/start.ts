import { homedir } from 'node:os';
import { join } from 'node:path';
import type { StartFailure, StartOptions } from '../host.ts';
import type { Options } from '../launch/options.mjs';

/**
 * The part of the command line that the core needs, with the token from `PINFOLD_TOKEN` and, for tests, another pace than
 * the usual one from `PINFOLD_REQUESTS_PER_MINUTE` and an empty begin of practice by `PINFOLD_PRACTICE_EMPTY=1`. Removes the token from `env`:
 * child processes inherit the environment (Node.js `child_process.spawn`, `env`).
 */
export function parseStartOptions(options: Options, env: NodeJS.ProcessEnv): StartOptions {
  const token = env['PINFOLD_TOKEN'] ?? '';
  delete env['PINFOLD_TOKEN'];
  const requestsPerMinute = Number(env['PINFOLD_REQUESTS_PER_MINUTE'] ?? 0);
  return {
    practice: options.practice,
    connect: options.connect === null ? null : { ...options.connect, token },
    ...(requestsPerMinute > 0 ? { requestsPerMinute } : {}),
    ...(env['PINFOLD_PRACTICE_EMPTY'] === '1' ? { practiceBeginsEmpty: true } : {}),
  };
}

/** Says why the core did not start. No start failure deletes anything. */
export function startFailureMessage(failure: StartFailure): string {
  switch (failure.kind) {
    case 'profileInUse':
      return `Another Pinfold is using ${failure.path}. Close it, or choose another folder with --profile.`;
    case 'fromTheFuture':
      return `${failure.path} was written by a newer Pinfold. Use that version; nothing was changed.${wayOut(failure.path)}`;
    case 'damaged':
      return `${failure.path} is damaged (${failure.detail}). Nothing was deleted; keep a copy of this folder.${wayOut(failure.path)}`;
    case 'notWritable':
      return `Pinfold cannot write to ${failure.path} (${failure.detail}).`;
    case 'broken':
      return `Pinfold could not start, because its ${failure.part} broke: ${failure.detail}${inLog(failure)}. Nothing was deleted.`;
  }
}

/** Says why the app ends: a thread of the core ended, and could not be started again. */
export const endMessage = (failure: StartFailure): string =>
  failure.kind === 'broken'
    ? `Pinfold had to stop, because its ${failure.part} ended again and again: ${failure.detail}${inLog(failure)}. Every saved edit is kept; start Pinfold again.`
    : `Pinfold had to stop. ${startFailureMessage(failure)} Every saved edit is kept.`;

const inLog = ({ reference }: Extract<StartFailure, { kind: 'broken' }>): string =>
  reference === null ? '' : ` (reference ${reference} in the log)`;

/** Only the outbox contains edits that wait, so only an outbox that stays shut has a way to save them. */
const wayOut = (path: string): string =>
  path.endsWith('outbox.db')
    ? ' To save the waiting edits that can still be read, start with --export-pending FILE.'
    : '';

/** Where browsers save files at first. A person of Windows may have moved it, which only Electron can ask. */
export const downloadsDirectory = (): string => join(homedir(), 'Downloads');
