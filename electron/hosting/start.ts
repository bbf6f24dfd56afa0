import { homedir } from 'node:os';
import { join } from 'node:path';
import type { StartFailure, StartOptions } from '../host.ts';
import type { Options } from '../launch/options.mjs';

/**
 * What the options ask of the core. The token leaves the environment, so that no program started later inherits it.
 */
export function parseStartOptions(options: Options, env: NodeJS.ProcessEnv): StartOptions {
  const token = env['PINFOLD_TOKEN'] ?? '';
  delete env['PINFOLD_TOKEN'];
  return {
    practice: options.practice,
    connect: options.connect === null ? null : { ...options.connect, token },
  };
}

/** What a person is told when the core did not start. Nothing has been deleted in any of these. */
export function startFailureMessage(failure: StartFailure): string {
  switch (failure.kind) {
    case 'profileInUse':
      return `Another Pinfold is using ${failure.path}. Close it, or choose another folder with --profile.`;
    case 'fromTheFuture':
      return `${failure.path} was written by a newer Pinfold. Use that version; nothing was changed.`;
    case 'damaged':
      return `${failure.path} is damaged (${failure.detail}). Nothing was deleted; keep a copy of this folder.${wayOut(failure.path)}`;
    case 'notWritable':
      return `Pinfold cannot write to ${failure.path} (${failure.detail}).`;
  }
}

/** The waiting edits lie in the queue's file alone. */
const wayOut = (path: string): string =>
  path.endsWith('outbox.db')
    ? ' To save the waiting edits that can still be read, start with --export-pending FILE.'
    : '';

/** Where browsers put what is kept, on every system. */
export const downloadsDirectory = (): string => join(homedir(), 'Downloads');
