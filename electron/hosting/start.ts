import { join } from 'node:path';
import type { StartFailure, StartOptions } from '../host.ts';
import type { Language } from '../../src/domain/core/language.ts';
import type { Options } from '../launch/options.mjs';
import { homeDirectory } from '../launch/places.mjs';
import { hostWords, type HostWords } from './host-words.ts';

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

/**
 * Keeps the checks of certificates on, without which whoever is on the way reads the token. Node looks at this variable at each
 * connection, and a thread begins with a copy of the environment: it is removed before the first thread begins.
 *
 * @param complain says that it was removed
 */
export function keepCertificateChecks(env: NodeJS.ProcessEnv, complain: (line: string) => void): void {
  // Any other value leaves them on (Node.js, `NODE_TLS_REJECT_UNAUTHORIZED`).
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  delete env['NODE_TLS_REJECT_UNAUTHORIZED'];
  complain(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored: Pinfold checks every certificate before it sends a token. ' +
      'To trust an authority of your own, name the file of its certificate in NODE_EXTRA_CA_CERTS.',
  );
}

/**
 * Says what a start leaves undone whose profile is open already: the one that runs takes no token from another process.
 *
 * @returns null for a start that asked for nothing more
 */
export const nothingOpened = ({ practice, connect }: Options): string | null =>
  practice || connect !== null
    ? '--connect and --practice are for a start of their own: no connection was opened. Add it in Pinfold, or close it first.'
    : null;

/**
 * Says why the core did not start. No start failure deletes anything.
 *
 * @param language English for a terminal, whose every other line is English
 */
export function startFailureMessage(failure: StartFailure, language: Language = 'en'): string {
  const words = hostWords[language];
  switch (failure.kind) {
    case 'profileInUse':
      return words.profileInUse(failure.path);
    case 'fromTheFuture':
      return withWayOut(words.fromTheFuture(failure.path), failure.path, words);
    case 'damaged':
      return withWayOut(words.damaged(failure.path, failure.detail), failure.path, words);
    case 'notWritable':
      return words.notWritable(failure.path, failure.detail);
    case 'broken':
      return words.broken(failure.part, causeOf(failure, words));
  }
}

/** Says why the app ends: a thread of the core ended, and could not be started again. */
export function endMessage(failure: StartFailure, language: Language = 'en'): string {
  const words = hostWords[language];
  return failure.kind === 'broken'
    ? words.endedAgain(failure.part, causeOf(failure, words))
    : words.ended(startFailureMessage(failure, language));
}

const causeOf = ({ detail, reference }: Extract<StartFailure, { kind: 'broken' }>, words: HostWords): string =>
  reference === null ? detail : words.inLog(detail, reference);

/** Only the outbox contains edits that wait, so only an outbox that stays shut has a way to save them. */
const withWayOut = (sentence: string, path: string, { wayOut }: HostWords): string =>
  path.endsWith('outbox.db') ? `${sentence} ${wayOut}` : sentence;

/**
 * Where browsers save files at first; it may be absent.
 *
 * @param profileDirectory stands for the home of an account that has none
 */
export const downloadsDirectory = (profileDirectory: string): string =>
  join(homeDirectory() ?? profileDirectory, 'Downloads');

/**
 * Where the person of a desktop system has files saved.
 *
 * @param ask Electron's `app.getPath`, which throws for a folder that Windows has on a drive that was taken away
 *   (agalwood/Motrix issue 2034)
 */
export function chosenDownloadsDirectory(ask: (name: 'downloads') => string, profileDirectory: string): string {
  try {
    return ask('downloads');
  } catch (error) {
    if (error instanceof Error) return downloadsDirectory(profileDirectory);
    throw error;
  }
}
