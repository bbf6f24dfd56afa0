import { isMainThread } from 'node:worker_threads';
import { versionText } from '../hosting/this-build.ts';

const PREFIX = '--build=';

/** What each thread is started with, so that its program knows the build of its caller. */
export const wordsOfBuild: readonly string[] = [`${PREFIX}${versionText()}`];

/**
 * Threads load their programs when they are first needed. A package that is installed over an open app has replaced those by
 * then: another build knows other messages and another form of the files, and brings a second SQLite into the process, whose
 * locks on the same files the first one does not see (https://sqlite.org/howtocorrupt.html, 2.2.1).
 *
 * @throws Error in a thread that another build started
 */
function refuseOtherBuild(): void {
  const given = process.argv.find((word) => word.startsWith(PREFIX));
  if (isMainThread || given === undefined || wordsOfBuild.includes(given)) return;
  throw new Error('Pinfold was replaced while it was open. Close it, and start it again.');
}

// Before the program of a thread that imports this opens a file.
refuseOtherBuild();
