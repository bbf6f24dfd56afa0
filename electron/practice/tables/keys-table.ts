import { z } from 'zod';
import { parseJson } from '../json.ts';
import { LIMIT_SPELLINGS, type StoredKey } from './records.ts';
import type { PracticeDatabase } from './schema.ts';

/** The filters of a key list. */
export type KeyFilter = {
  /** Only revoked keys, no revoked keys, or both. */
  readonly revoked: 'only' | 'omitted' | 'included';
  readonly limitedUse: boolean;
  readonly exhausted: boolean;
  /** An `ILIKE` pattern, or null for every name. */
  readonly namePattern: string | null;
};

const row = z
  .object({
    id: z.string(),
    name: z.string(),
    key: z.string(),
    limit_spelling: z.enum(LIMIT_SPELLINGS),
    max_uses: z.int().nullable(),
    uses: z.int(),
    user_id: z.string(),
    scopes: z.string(),
    revoked: z.int(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .transform((columns): StoredKey => ({
    id: columns.id,
    name: columns.name,
    key: columns.key,
    limitSpelling: columns.limit_spelling,
    maxUses: columns.max_uses,
    uses: columns.uses,
    userId: columns.user_id,
    scopes: parseJson(columns.scopes),
    revoked: columns.revoked === 1,
    createdAt: columns.created_at,
    updatedAt: columns.updated_at,
  }));

const COLUMNS = `id, name, key, limit_spelling, max_uses, uses, user_id, scopes, revoked, created_at, updated_at`;

const MATCHING = `(:anyRevoked = 1 OR revoked = :revoked)
  AND (:limitedUse = 0 OR max_uses IS NOT NULL)
  AND (:exhausted = 0 OR uses >= max_uses)
  AND (:namePattern IS NULL OR matches_ilike(name, :namePattern))`;

function parametersOf(filter: KeyFilter) {
  return {
    anyRevoked: filter.revoked === 'included' ? 1 : 0,
    revoked: filter.revoked === 'only' ? 1 : 0,
    limitedUse: filter.limitedUse ? 1 : 0,
    exhausted: filter.exhausted ? 1 : 0,
    namePattern: filter.namePattern,
  };
}

function valuesOf(stored: StoredKey): readonly (string | number | null)[] {
  const { id, name, key, limitSpelling, maxUses, uses, userId, createdAt, updatedAt } = stored;
  const [scopes, revoked] = [JSON.stringify(stored.scopes), stored.revoked ? 1 : 0];
  return [id, name, key, limitSpelling, maxUses, uses, userId, scopes, revoked, createdAt, updatedAt];
}

function keysStatements(database: PracticeDatabase) {
  return {
    insert:
      database.prepare(/* sql */ `INSERT INTO keys (id, name, key, limit_spelling, max_uses, uses, user_id, scopes, revoked, created_at,
        updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    byId: database.prepare(/* sql */ `SELECT ${COLUMNS} FROM keys WHERE id = ?`),
    byKey: database.prepare(/* sql */ `SELECT ${COLUMNS} FROM keys WHERE key = ?`),
    all: database.prepare(/* sql */ `SELECT ${COLUMNS} FROM keys ORDER BY seq`),
    page: database.prepare(
      /* sql */ `SELECT ${COLUMNS} FROM keys WHERE ${MATCHING} ORDER BY seq DESC LIMIT :limit OFFSET :offset`,
    ),
    matching: database.prepare(/* sql */ `SELECT count(*) FROM keys WHERE ${MATCHING}`).pluck(),
    use: database.prepare(/* sql */ `UPDATE keys SET uses = uses + 1, updated_at = ? WHERE id = ? AND revoked = 0
        AND (max_uses IS NULL OR uses < max_uses)`),
    revoke: database.prepare(/* sql */ `UPDATE keys SET revoked = 1, updated_at = ? WHERE id = ?`),
    clear: database.prepare(/* sql */ `DELETE FROM keys`),
  };
}

export type KeysTable = ReturnType<typeof keysTable>;

export function keysTable(database: PracticeDatabase) {
  const statements = keysStatements(database);
  const keyOf = (found: unknown): StoredKey | null => (found === undefined ? null : row.parse(found));
  return {
    /** Adds keys, oldest first. */
    insertAll(keys: Iterable<StoredKey>): void {
      database.transaction(() => {
        for (const key of keys) statements.insert.run(...valuesOf(key));
      })();
    },
    byId: (id: string): StoredKey | null => keyOf(statements.byId.get(id)),
    byKey: (key: string): StoredKey | null => keyOf(statements.byKey.get(key)),
    /** Oldest first. */
    all: (): StoredKey[] => statements.all.all().map((found) => row.parse(found)),
    /** Matching keys, newest first. */
    page(filter: KeyFilter, offset: number, limit: number): StoredKey[] {
      return statements.page.all({ ...parametersOf(filter), offset, limit }).map((found) => row.parse(found));
    },
    countMatching: (filter: KeyFilter): number => z.int().parse(statements.matching.get(parametersOf(filter))),
    /** Spends a use. @returns false when the key is revoked or has no uses left */
    use: (id: string, usedAt: string): boolean => statements.use.run(usedAt, id).changes === 1,
    /** Revokes a key. @returns whether there is one */
    revoke: (id: string, revokedAt: string): boolean => statements.revoke.run(revokedAt, id).changes === 1,
    clear: (): void => void statements.clear.run(),
  };
}
