import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { OutboxCopy, OutboxCopyKind } from '../../../src/domain/recovery/recovery.ts';
import { lookAt } from '../sqlite/private-files.ts';
import { waitingEdits } from './outbox-contents.ts';

/** The names of copies, after that of the outbox. A snapshot of a migration carries a version where the others carry a time. */
const kinds: Readonly<Record<string, OutboxCopyKind>> = {
  replaced: 'replaced',
  snapshot: 'snapshot',
  before: 'beforeMigration',
};

export type NamedCopy = Omit<OutboxCopy, 'edits'> & { readonly path: string };

/** The copies of an outbox, newest first. */
export function copiesOf(outboxPath: string): readonly NamedCopy[] {
  const prefix = `${basename(outboxPath)}.`;
  return readdirSync(dirname(outboxPath))
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => {
      const [, word = '', number = ''] = /^(replaced|snapshot|before)-(\d+)$/.exec(name.slice(prefix.length)) ?? [];
      const kind = kinds[word];
      const path = join(dirname(outboxPath), name);
      const found = lookAt(path);
      if (kind === undefined || found === null) return [];
      return [{ name, kind, path, atMs: kind === 'beforeMigration' ? Math.round(found.mtimeMs) : Number(number) }];
    })
    .toSorted((a, b) => b.atMs - a.atMs);
}

/** The copies with the number of edits that wait in each. */
export const countedCopies = (outboxPath: string): OutboxCopy[] =>
  copiesOf(outboxPath).map(({ path, ...copy }) => ({ ...copy, edits: waitingEdits(path) }));
