import type { Database } from 'better-sqlite3';

type Effect = () => void;

/** The transactions of one connection, and what has to happen once they are over. */
export type Transactions = {
  /** Runs `work` in one IMMEDIATE transaction (a savepoint inside another); never across an await. */
  atomically<T>(work: () => T): T;
  /** Once after the outermost transaction has committed, or at once when there is none. */
  afterCommit(effect: Effect): void;
  /** Once when the outermost transaction was rolled back. */
  afterRollback(effect: Effect): void;
};

// One per connection, whoever asks: an effect that one table registers must run after another table's transaction.
const known = new WeakMap<Database, Transactions>();

export function transactions(db: Database): Transactions {
  const unit = known.get(db) ?? create(db);
  known.set(db, unit);
  return unit;
}

function create(db: Database): Transactions {
  const committed = new Set<Effect>();
  const rolledBack = new Set<Effect>();
  const brackets = bracketsIn(db);

  function settle(effects: Set<Effect>): void {
    const due = [...effects];
    committed.clear();
    rolledBack.clear();
    for (const effect of due) effect();
  }

  function outermost<T>(work: () => T): T {
    let done = false;
    try {
      const result = brackets.outer(work);
      done = true;
      return result;
    } finally {
      settle(done ? committed : rolledBack);
    }
  }

  return {
    atomically: (work) => (db.inTransaction ? brackets.inner(work) : outermost(work)),
    afterCommit: (effect) => {
      if (db.inTransaction) committed.add(effect);
      else effect();
    },
    afterRollback: (effect) => {
      if (db.inTransaction) rolledBack.add(effect);
    },
  };
}

/**
 * What stands before and after the work of a transaction and of a savepoint. Prepared once: `db.transaction` makes its
 * functions anew for every work, which takes four times as long as running them.
 */
function bracketsIn(db: Database) {
  const bracket = (before: string, after: string, undo: readonly string[]) => {
    const [begin, end] = [db.prepare(before), db.prepare(after)];
    const undoing = undo.map((sql) => db.prepare(sql));
    return <T>(work: () => T): T => {
      begin.run();
      let isDone = false;
      try {
        const result = work();
        if (result instanceof Promise) throw new TypeError('A transaction waits for nothing');
        end.run();
        isDone = true;
        return result;
      } finally {
        // Some failures, a full disk among them, have ended the transaction already.
        if (!isDone && db.inTransaction) for (const statement of undoing) statement.run();
      }
    };
  };
  return {
    outer: bracket('BEGIN IMMEDIATE', 'COMMIT', ['ROLLBACK']),
    inner: bracket('SAVEPOINT inner_work', 'RELEASE inner_work', ['ROLLBACK TO inner_work', 'RELEASE inner_work']),
  };
}
