import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';
import { crashDirectory } from '../hosting/crash-reports.ts';
import { makePrivateDirectory } from '../hosting/private-files.ts';
import { errorCode } from '../../src/domain/core/thrown.ts';
import type { StartFailure } from '../host.ts';

/** Chromium keeps its files in the profile too, so that its single-instance lock is one lock for each profile. */
const ownFiles = (profileDirectory: string): string => join(profileDirectory, 'electron');

/** Gives Chromium its place in the profile. Call before anything else of Electron. @returns why it has none, or null */
export function takePlace(app: Pick<App, 'setPath'>, profileDirectory: string): StartFailure | null {
  const failure = makePrivateDirectory(ownFiles(profileDirectory), profileDirectory);
  if (failure !== null) return failure;
  app.setPath('userData', ownFiles(profileDirectory));
  app.setPath('crashDumps', crashDirectory(profileDirectory));
  return null;
}

type Refusal = {
  readonly platform: NodeJS.Platform;
  readonly complain: () => void;
  readonly show: () => void;
  /** By default Node's, among those for temporary files. */
  readonly makeDirectory?: () => string;
};

/**
 * Tells a person why this start has no place, and ends it. Before it is ready Electron on Linux writes an error to the
 * terminal alone (`dialog.showErrorBox`), and to be ready it takes a folder: one for this alone.
 */
export async function refuseStart(
  app: Pick<App, 'setPath' | 'whenReady' | 'exit'>,
  { platform, complain, show, makeDirectory = temporaryDirectory }: Refusal,
): Promise<void> {
  complain();
  const directory = platform === 'linux' ? unlessRefused(makeDirectory) : null;
  if (directory !== null) {
    app.setPath('userData', directory);
    await app.whenReady();
  }
  if (directory !== null || platform !== 'linux') show();
  if (directory !== null) unlessRefused(() => rmSync(directory, { force: true, recursive: true }));
  app.exit(1);
}

const temporaryDirectory = (): string => mkdtempSync(join(tmpdir(), 'pinfold-'));

/** @returns null where the disk refuses the work */
function unlessRefused<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return null;
  }
}

type Computer = {
  readonly platform: NodeJS.Platform;
  readonly hostname: () => string;
  readonly isAlive: (pid: number) => boolean;
};

/**
 * Whether this start is to run the app: no other one on the profile took it over.
 *
 * Chromium refuses its lock also where there is none to be had: on a disk without links, as exFAT, and where one is left of a
 * computer that had another name (`LOCK_ERROR` and `PROFILE_IN_USE` of `process_singleton_posix.cc`). Nobody takes such a start
 * over, and ending it would end every start without a word. The core's own lock decides about it, and says so.
 */
export const mayRun = (
  app: Pick<App, 'requestSingleInstanceLock'>,
  profileDirectory: string,
  computer: Computer = thisComputer,
): boolean => app.requestSingleInstanceLock() || !isRunningHere(ownFiles(profileDirectory), computer);

/**
 * Takes the lock that was refused to this start. Call once the core has its own lock: then one that is left is nobody's, and
 * would keep further starts and links from reaching this one.
 *
 * @param report hears of a disk that keeps the link
 */
export function takeLeftLock(
  app: Pick<App, 'hasSingleInstanceLock' | 'requestSingleInstanceLock'>,
  profileDirectory: string,
  report: (error: unknown) => void,
): void {
  if (app.hasSingleInstanceLock()) return;
  try {
    rmSync(lockIn(ownFiles(profileDirectory)), { force: true });
  } catch (error) {
    if (errorCode(error) === null) throw error;
    report(error);
  }
  app.requestSingleInstanceLock();
}

const lockIn = (directory: string): string => join(directory, 'SingletonLock');

/** Windows keeps its lock outside of the folder: what refuses it there is another process, or the folder itself. */
function isRunningHere(directory: string, { platform, hostname, isAlive }: Computer): boolean {
  if (platform === 'win32') return true;
  // The link names a computer and a process: HOST-PID.
  const [, host, pid] = /^(.*)-(\d+)$/.exec(targetOf(lockIn(directory))) ?? [];
  // One of this very process found no place for its socket, as where the temporary folder has no room.
  return host === hostname() && Number(pid) !== process.pid && isAlive(Number(pid));
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch (error) {
    if (errorCode(error) !== null) return '';
    throw error;
  }
}

const thisComputer: Computer = {
  platform: process.platform,
  hostname,
  isAlive: (pid) => {
    try {
      return process.kill(pid, 0); // asks without ending it (Node.js, `process.kill`)
    } catch (error) {
      return errorCode(error) === 'EPERM'; // it runs, and is another account's
    }
  },
};
