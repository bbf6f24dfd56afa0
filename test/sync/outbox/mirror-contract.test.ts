import type { Database } from 'better-sqlite3';
import { describe } from 'vitest';
import { z } from 'zod';
import { MemoryFiles } from '../../simulation/memory-mirror.ts';
import { aMirror } from '../../support/database.ts';
import { mirrorContract, type Shown } from './mirror-contract.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';

const fileRow = z.object({ row_id: z.number(), shown_name: z.string().nullable() });
const pairs = z.array(z.tuple([z.string(), z.string()]));

function shownIn(db: Database, { network, id }: FileRef): Shown | null {
  const found = db.prepare('SELECT row_id, shown_name FROM files WHERE network = ? AND id = ?').get(network, id);
  if (found === undefined) return null;
  const { row_id, shown_name } = fileRow.parse(found);
  const metadata = db.prepare('SELECT key, value FROM metadata WHERE row_id = ?').raw().all(row_id);
  return { name: shown_name, keyvalues: Object.fromEntries(pairs.parse(metadata)) };
}

describe('the copy in mirror.db', () =>
  mirrorContract(() => {
    const { db, files } = aMirror();
    return { files, shown: (of) => shownIn(db, of) };
  }));

describe('the copy of simulations', () =>
  mirrorContract(() => {
    const files = new MemoryFiles();
    const shown = ({ network, id }: FileRef): Shown | null => {
      const row = files.row({ network, id });
      return row === undefined ? null : { name: row.shown.name, keyvalues: Object.fromEntries(row.shown.keyvalues) };
    };
    return { files, shown };
  }));
