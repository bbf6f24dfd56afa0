/** Statuses of a field change. */
export const STATUSES = ['queued', 'held', 'conflicted', 'refused', 'gone', 'settled', 'discarded'] as const;
/** Statuses of a field change that is not over. */
export const OPEN = ['queued', 'held', 'conflicted', 'refused', 'gone'] as const;

/**
 * SQL for a row whose counters say that a change of it is not over. SQLite takes the index of open files only for the terms of
 * that index in their order (https://sqlite.org/partialindex.html#queries_using_partial_indexes).
 *
 * @param prefix name of the row with its dot, in a query with several tables
 */
export const isOpenSql = (prefix: 'file.' | '' = ''): string =>
  `(${OPEN.map((status) => `${prefix}${status} > 0`).join(' OR ')})`;

/** Names as a list of SQL texts. */
export const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
/** A column for each name that counts rows with that status. */
export const counters = (names: readonly string[]): string =>
  names.map((name) => `${name} INTEGER NOT NULL DEFAULT 0 CHECK (${name} >= 0)`).join(', ');
const plus = (names: readonly string[], row: string): string =>
  names.map((name) => `${name} = ${name} + (${row}.status = '${name}')`).join(', ');
const minus = (names: readonly string[], row: string): string =>
  names.map((name) => `${name} = ${name} - (${row}.status = '${name}')`).join(', ');
const moved = (names: readonly string[]): string =>
  names.map((name) => `${name} = ${name} - (OLD.status = '${name}') + (NEW.status = '${name}')`).join(', ');

const FIRST_QUEUED = /* sql */ `(
  SELECT min(edit_seq) FROM edit_changes AS other
  WHERE other.edited_file = edited_files.number AND other.status = 'queued'
    AND other.status NOT IN ('settled', 'discarded')
)`;

/** Triggers count statuses where the rows change: every writer counts, and a list shows its counts without counting. */
export const STATUS_COUNTERS = /* sql */ `
  CREATE TRIGGER change_added AFTER INSERT ON edit_changes BEGIN
    UPDATE edited_files SET ${plus(OPEN, 'NEW')}, first_queued_seq = CASE NEW.status
      WHEN 'queued' THEN min(coalesce(first_queued_seq, NEW.edit_seq), NEW.edit_seq) ELSE first_queued_seq END
    WHERE number = NEW.edited_file;
    UPDATE change_sets SET ${plus(STATUSES, 'NEW')} WHERE number = NEW.change_set;
  END;

  CREATE TRIGGER change_moved AFTER UPDATE OF status ON edit_changes WHEN OLD.status <> NEW.status BEGIN
    UPDATE edited_files SET ${moved(OPEN)}, first_queued_seq = ${FIRST_QUEUED} WHERE number = NEW.edited_file;
    UPDATE change_sets SET ${moved(STATUSES)} WHERE number = NEW.change_set;
  END;

  CREATE TRIGGER change_removed AFTER DELETE ON edit_changes BEGIN
    UPDATE edited_files SET ${minus(OPEN, 'OLD')}, first_queued_seq = ${FIRST_QUEUED} WHERE number = OLD.edited_file;
    UPDATE change_sets SET ${minus(STATUSES, 'OLD')} WHERE number = OLD.change_set;
  END;
`;
