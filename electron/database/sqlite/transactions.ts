import type { Database } from 'better-sqlite3';
import { placeOf } from './file-place.ts';

type Effect = () => void;

/** The transactions of one connection, and the effects that follow them. */
export type Transactions = {
  /**
   * Runs `work` in one IMMEDIATE transaction, or in a savepoint inside another one.
   *
   * @throws TypeError when `work` returns a promise: no transaction stays open across an await
   * @throws FileGoneError when the file was moved or deleted meanwhile
   * @throws SqliteError when the transaction cannot begin or commit; all of `work` is rolled back then
   */
  atomically<T>(work: () => T): T;
  /** Runs an effect once after the outermost transaction has committed, or at once outside a transaction. */
  afterCommit(effect: Effect): void;
  /** Runs an effect once when the outermost transaction was rolled back; no effect outside a transaction. */
  afterRollback(effect: Effect): void;
};

// One for each connection: an effect that one table registers runs after the transaction of another table.
const known = new WeakMap<Database, Transactions>();

/** @returns the same transactions for every caller of one connection */
export function transactions(db: Database): Transactions {
  const made = known.get(db) ?? create(db);
  known.set(db, made);
  return made;
}

/** A transaction as better-sqlite3 makes it, whatever its work returns. */
type AnyTransaction = { immediate<T>(work: () => T): T };

function create(db: Database): Transactions {
  const committed = new Set<Effect>();
  const rolledBack = new Set<Effect>();
  const requirePlace = placeOf(db);
  // Made once: `db.transaction` builds its functions anew for each work, which takes four times as long as running one.
  // Its types fix the result where it is made; a work that returns `never` fits every result.
  const transaction: AnyTransaction = db.transaction((work: () => never) => work());

  function settle(effects: Set<Effect>): void {
    const due = [...effects];
    committed.clear();
    rolledBack.clear();
    for (const effect of due) effect();
  }

  function outermost<T>(work: () => T): T {
    let isCommitted = false;
    try {
      requirePlace();
      const result = transaction.immediate(work);
      isCommitted = true;
      return result;
    } finally {
      settle(isCommitted ? committed : rolledBack);
    }
  }

  return {
    atomically: (work) => (db.inTransaction ? transaction.immediate(work) : outermost(work)),
    afterCommit: (effect) => {
      if (db.inTransaction) committed.add(effect);
      else effect();
    },
    afterRollback: (effect) => {
      if (db.inTransaction) rolledBack.add(effect);
    },
  };
}
