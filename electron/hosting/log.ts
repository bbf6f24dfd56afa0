import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../src/domain/core/thrown.ts';
import type { Log } from '../host.ts';
import { hostClock, newUuid } from './clock.ts';

const largestBytes = 2_000_000;

export type HostLog = Log & {
  /** Keeps a token out of every later line. */
  readonly addSecret: (token: string) => void;
};

/**
 * The log of one profile: a text file that only its owner may read, and one older file. Writes synchronously, because
 * the last lines before a crash matter most.
 *
 * @param reportLost receives a line that the disk refused; the app goes on
 */
export function openLog(
  profileDirectory: string,
  reportLost: (line: string) => void,
  { nowMs } = hostClock,
  uuid = newUuid,
): HostLog {
  const path = join(profileDirectory, 'logs', 'pinfold.log');
  const tokens = new Set<string>();
  const write = (level: string, text: string): void => {
    const line = redactSecrets(`${new Date(nowMs()).toISOString()} ${level} ${text}\n`, tokens);
    try {
      mkdirSync(join(profileDirectory, 'logs'), { recursive: true, mode: 0o700 });
      if (sizeOf(path) > largestBytes) startAnew(path);
      appendFileSync(path, line, { mode: 0o600 });
    } catch {
      reportLost(line.trimEnd());
    }
  };
  return {
    error: (error) => {
      const reference = uuid().slice(0, 8);
      write('error', `${reference} ${stackOf(error)}`);
      return reference;
    },
    info: (message) => write('info', message),
    addSecret: (token) => void tokens.add(token),
  };
}

/** Where another program has the old log open, as Windows lets nobody rename it then, the log grows on. */
function startAnew(path: string): void {
  try {
    renameSync(path, `${path}.1`);
  } catch (error) {
    if (errorCode(error) === null) throw error;
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** The stacks of an error and its causes. Other properties stay out: ofetch's contain the request, and so the token. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return `not an error but ${typeof error}: ${String(error)}`;
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by ${stackOf(error.cause)}`;
}

/**
 * Removes secrets from a text: bearer tokens (RFC 6750, 2.1), JSON Web Tokens (RFC 7519), and every token in use.
 *
 * @param inUse tokens of this process. Tokens under eight characters stay: removing them would blank out ordinary words
 */
export function redactSecrets(text: string, inUse: Iterable<string> = []): string {
  let clean = text;
  for (const token of inUse) if (token.length >= 8) clean = clean.replaceAll(token, removed);
  return clean
    .replaceAll(/\b(Bearer)\s+[^\s"',;]+/gi, `$1 ${removed}`)
    .replaceAll(/\beyJ[\w-]+(?:\.[\w-]*)*/g, removed);
}

const removed = '[removed]';
