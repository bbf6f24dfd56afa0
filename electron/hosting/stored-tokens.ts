import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readPrivateJson, removeLeftParts, removePrivateFile, writePrivateFile } from './private-files.ts';

/** One version of a connection's file. What comes after the next version has begun does nothing. */
export type StoredTokenVersion = {
  /** @throws Error with a `code` when the disk refuses */
  readonly write: (text: string) => Promise<void>;
  /** @throws as `write` */
  readonly remove: () => Promise<void>;
};

/**
 * The files of tokens, one for each connection. A keychain may answer long after the person wanted something else: its answer
 * must not bring a file back that was removed, or take the place of a newer one.
 */
export function storedTokens(directory: string) {
  // A hash makes a file name of any connection id.
  const pathOf = (connectionId: string): string =>
    join(directory, `${createHash('sha256').update(connectionId).digest('hex').slice(0, 32)}.json`);
  const versions = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: a version is still the latest when its file is in place. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const version = (connectionId: string): StoredTokenVersion => {
    const own = versions.get(connectionId) ?? 0;
    const whileLatest = (work: () => Promise<void>): Promise<void> =>
      inTurn(async () => {
        if ((versions.get(connectionId) ?? 0) === own) await work();
      });
    return {
      write: (text) => whileLatest(() => writePrivateFile(pathOf(connectionId), text)),
      remove: () =>
        whileLatest(async () => {
          await removeLeftParts(directory);
          await removePrivateFile(pathOf(connectionId));
        }),
    };
  };
  return {
    read: (connectionId: string): Promise<unknown> => readPrivateJson(pathOf(connectionId)),
    /** The version that the file has. */
    version,
    /** Begins the next version. */
    newVersion: (connectionId: string): StoredTokenVersion => {
      versions.set(connectionId, (versions.get(connectionId) ?? 0) + 1);
      return version(connectionId);
    },
  };
}
