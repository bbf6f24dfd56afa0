import type { Database } from 'better-sqlite3';

type Effect = () => void;

/** The transactions of one connection, and what has to happen once they are over. */
export type UnitOfWork = {
  /** Runs `work` in one IMMEDIATE transaction (a savepoint inside another); never across an await. */
  atomically<T>(work: () => T): T;
  /** Once after the outermost transaction has committed, or at once when there is none. */
  afterCommit(effect: Effect): void;
  /** Once when the outermost transaction was rolled back. */
  afterRollback(effect: Effect): void;
};

// One per connection, whoever asks: an effect that one table registers must run after another table's transaction.
const known = new WeakMap<Database, UnitOfWork>();

export function unitOfWork(db: Database): UnitOfWork {
  const unit = known.get(db) ?? create(db);
  known.set(db, unit);
  return unit;
}

function create(db: Database): UnitOfWork {
  const committed = new Set<Effect>();
  const rolledBack = new Set<Effect>();

  function settle(effects: Set<Effect>): void {
    const due = [...effects];
    committed.clear();
    rolledBack.clear();
    for (const effect of due) effect();
  }

  function outermost<T>(work: () => T): T {
    let done = false;
    try {
      const result = db.transaction(work).immediate();
      done = true;
      return result;
    } finally {
      settle(done ? committed : rolledBack);
    }
  }

  return {
    atomically: (work) => (db.inTransaction ? db.transaction(work)() : outermost(work)),
    afterCommit: (effect) => {
      if (db.inTransaction) committed.add(effect);
      else effect();
    },
    afterRollback: (effect) => {
      if (db.inTransaction) rolledBack.add(effect);
    },
  };
}
