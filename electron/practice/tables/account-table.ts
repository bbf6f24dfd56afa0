import { z } from 'zod';
import type { PracticeDatabase } from './schema.ts';

/** The account of a practice database. Tokens and records refer to it as long as the file exists. */
export type Account = {
  readonly accountId: string;
  readonly ownerEmail: string;
  /** The key that signs the tokens. Tokens survive a restart, and end with the file. */
  readonly tokenSecret: string;
  readonly seed: number;
  /** False until the first fill is complete. */
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

/** The table with the one account of a database. */
export function accountTable(database: PracticeDatabase) {
  const select = database.prepare(
    /* sql */ `SELECT account_id, owner_email, token_secret, seed, seeded FROM account WHERE only_row = 1`,
  );
  const replace =
    database.prepare(/* sql */ `INSERT OR REPLACE INTO account (only_row, account_id, owner_email, token_secret, seed, seeded)
      VALUES (1, ?, ?, ?, ?, ?)`);
  return {
    /** @returns null before the first fill */
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
