import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { temporaryDirectory } from './database.ts';

const fixtures = fileURLToPath(new URL('../database/fixtures/', import.meta.url));

/**
 * A profile that the built app of commit 8a08e28 wrote, the last one with 19 migrations, over the practice service (seed
 * 7, 48 files, 12 keys). The app closed it; its connection is paused. Packed byte for byte.
 *
 * @returns the directory of a copy that goes with the test
 */
export function anOldProfile(): string {
  const directory = temporaryDirectory();
  for (const name of ['outbox.db', 'mirror.db', 'search.db'])
    writeFileSync(join(directory, name), gunzipSync(readFileSync(join(fixtures, `${name}.gz`))));
  copyFileSync(join(fixtures, 'outbox.mark'), join(directory, 'outbox.mark'));
  return directory;
}

/** A minute after the last edit in it. */
export const oldProfileOpenedAtMs = 1_795_379_755_000;
