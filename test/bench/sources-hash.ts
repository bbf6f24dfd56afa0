import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A short name for sources as they are now: what was made with others is made anew. */
export function sourcesHash(...patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of globSync(patterns, { cwd: root }).sort()) hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex').slice(0, 12);
}
