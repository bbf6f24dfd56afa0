import { z } from 'zod';
import type { PracticeDatabase } from './schema.ts';

/** Whose account the database holds; tokens and records refer to it for the life of the file. */
export type Account = {
  readonly accountId: string;
  readonly ownerEmail: string;
  /** Signs the tokens, so that a token outlives a restart but not the file. */
  readonly tokenSecret: string;
  readonly seed: number;
  /** False while a first fill has begun and not ended. */
  readonly seeded: boolean;
};

const row = z
  .object({
    account_id: z.string(),
    owner_email: z.string(),
    token_secret: z.string(),
    seed: z.int(),
    seeded: z.int(),
  })
  .transform((columns): Account => ({
    accountId: columns.account_id,
    ownerEmail: columns.owner_email,
    tokenSecret: columns.token_secret,
    seed: columns.seed,
    seeded: columns.seeded === 1,
  }));

export type AccountTable = ReturnType<typeof accountTable>;

export function accountTable(database: PracticeDatabase) {
  const select = database.prepare(
    /* sql */ `SELECT account_id, owner_email, token_secret, seed, seeded FROM account WHERE only_row = 1`,
  );
  const replace =
    database.prepare(/* sql */ `INSERT OR REPLACE INTO account (only_row, account_id, owner_email, token_secret, seed, seeded)
      VALUES (1, ?, ?, ?, ?, ?)`);
  return {
    /** @returns null in a database that was never filled */
    read(): Account | null {
      const found = select.get();
      return found === undefined ? null : row.parse(found);
    },
    write(account: Account): void {
      const { accountId, ownerEmail, tokenSecret, seed, seeded } = account;
      replace.run(accountId, ownerEmail, tokenSecret, seed, seeded ? 1 : 0);
    },
  };
}
