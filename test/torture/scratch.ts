import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryPrefix } from '../../electron/launch/temporary.mjs';

/** A folder of one run's own. */
export type Scratch = {
  readonly directory: string;
  /** A new empty folder in it. */
  readonly folder: () => string;
  readonly forget: (folder: string) => void;
  readonly remove: () => void;
};

export function scratch(): Scratch {
  const directory = mkdtempSync(join(place(), temporaryPrefix()));
  let made = 0;
  return {
    directory,
    folder: () => {
      const folder = join(directory, `${++made}`);
      mkdirSync(folder);
      return folder;
    },
    forget: (folder) => rmSync(folder, { recursive: true, force: true }),
    remove: () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }),
  };
}

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 400_000_000;

/** In memory where it can be had: a killed process, an injected fault and a replayed power cut ask nothing of a disk. */
function place(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > NEEDED_BYTES ? MEMORY : tmpdir();
}
