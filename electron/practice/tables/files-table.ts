import { z } from 'zod';
import { fieldsOf, objectOf, parseJson } from '../json.ts';
import { NETWORKS, type Keyvalues, type Network, type StoredFile } from './records.ts';
import type { PracticeDatabase } from './schema.ts';

/** A file in a list. */
export type ListedFile = {
  /** The place in the order of creation. */
  readonly seq: number;
  readonly file: StoredFile;
  /** The metadata as JSON; null without metadata. */
  readonly keyvaluesText: string | null;
};

export type Order = 'ASC' | 'DESC';

const row = z.object({
  seq: z.int(),
  id: z.string(),
  network: z.enum(NETWORKS),
  name: z.string().nullable(),
  cid: z.string(),
  size_bytes: z.int(),
  number_of_files: z.int(),
  mime_type: z.string().nullable(),
  group_id: z.string().nullable(),
  keyvalues: z.string().nullable(),
  created_at: z.string(),
  signer: z.int().nullable(),
  leaves_out_nulls: z.int(),
});

const COLUMNS = `seq, id, network, name, cid, size_bytes, number_of_files, mime_type, group_id, keyvalues, created_at,
  signer, leaves_out_nulls`;

function fromRow(found: unknown): ListedFile {
  const columns = row.parse(found);
  const { keyvalues: keyvaluesText } = columns;
  return {
    seq: columns.seq,
    keyvaluesText,
    file: {
      id: columns.id,
      network: columns.network,
      name: columns.name,
      cid: columns.cid,
      sizeBytes: columns.size_bytes,
      numberOfFiles: columns.number_of_files,
      mimeType: columns.mime_type,
      groupId: columns.group_id,
      // Lists send the stored text, so only other readers parse it.
      get keyvalues() {
        return keyvaluesText === null ? null : fieldsOf(parseJson(keyvaluesText));
      },
      createdAt: columns.created_at,
      signer: columns.signer,
      leavesOutNulls: columns.leaves_out_nulls === 1,
    },
  };
}

function toText(keyvalues: Keyvalues | null): string | null {
  return keyvalues && JSON.stringify(objectOf(keyvalues));
}

function parametersOf(file: StoredFile): readonly (string | number | null)[] {
  return [
    file.id,
    file.network,
    file.name,
    file.cid,
    file.sizeBytes,
    file.numberOfFiles,
    file.mimeType,
    file.groupId,
    toText(file.keyvalues),
    file.createdAt,
    file.signer,
    file.leavesOutNulls ? 1 : 0,
  ];
}

function filesStatements(database: PracticeDatabase) {
  const page = (compare: '<' | '>', order: Order) =>
    database.prepare(
      /* sql */ `SELECT ${COLUMNS} FROM files WHERE network = ? AND seq ${compare} ? ORDER BY seq ${order} LIMIT ?`,
    );
  return {
    insert:
      database.prepare(/* sql */ `INSERT INTO files (id, network, name, cid, size_bytes, number_of_files, mime_type, group_id, keyvalues,
        created_at, signer, leaves_out_nulls) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    byId: database.prepare(/* sql */ `SELECT ${COLUMNS} FROM files WHERE id = ?`),
    firstUpload: database.prepare(
      /* sql */ `SELECT ${COLUMNS} FROM files WHERE cid = ? AND network = ? ORDER BY seq LIMIT 1`,
    ),
    another: database.prepare(
      /* sql */ `SELECT ${COLUMNS} FROM files WHERE network = ? AND id <> ? ORDER BY seq LIMIT 1`,
    ),
    ascending: page('>', 'ASC'),
    descending: page('<', 'DESC'),
    change: database.prepare(/* sql */ `UPDATE files SET name = ?, keyvalues = ? WHERE id = ?`),
    remove: database.prepare(/* sql */ `DELETE FROM files WHERE id = ?`),
    clear: database.prepare(/* sql */ `DELETE FROM files`),
    count: database.prepare(/* sql */ `SELECT count(*) FROM files`).pluck(),
  };
}

export type FilesTable = ReturnType<typeof filesTable>;

export function filesTable(database: PracticeDatabase) {
  const statements = filesStatements(database);
  const fileOf = (found: unknown): StoredFile | null => (found === undefined ? null : fromRow(found).file);
  return {
    /** Adds files, oldest first. */
    insertAll(files: Iterable<StoredFile>): void {
      database.transaction(() => {
        for (const file of files) statements.insert.run(...parametersOf(file));
      })();
    },
    byId: (id: string): StoredFile | null => fileOf(statements.byId.get(id)),
    /** The first upload of a content to a network. */
    firstUpload: (cid: string, network: Network): StoredFile | null => fileOf(statements.firstUpload.get(cid, network)),
    /** Another file of the network, for the fault `wrongRecord`. */
    another: (network: Network, id: string): StoredFile | null => fileOf(statements.another.get(network, id)),
    /**
     * @param after the place of the page before, or null for the first page
     * @param limit rows
     */
    page(network: Network, order: Order, after: number | null, limit: number): ListedFile[] {
      const [statement, start] =
        order === 'ASC' ? [statements.ascending, 0] : [statements.descending, Number.MAX_SAFE_INTEGER];
      return statement.all(network, after ?? start, limit).map(fromRow);
    },
    change(id: string, name: string | null, keyvalues: Keyvalues | null): void {
      statements.change.run(name, toText(keyvalues), id);
    },
    /** Deletes a file. @returns whether there was one */
    remove: (id: string): boolean => statements.remove.run(id).changes === 1,
    clear: (): void => void statements.clear.run(),
    count: (): number => z.int().parse(statements.count.get()),
  };
}
