import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Pairs } from '../../../src/domain/files/file.ts';
import { numberOf } from '../sqlite/column-parsers.ts';
import { appendedContainer, changedContainer, containerOf, newContainer } from './bitmap-container.ts';
import { facetSizeSums, isInexact } from './facet-sizes.ts';
import { isWhole, type FacetTerm, type FacetRow, termsOf, termText } from './facet-terms.ts';
import { searchable } from '../../../src/domain/core/text.ts';

/** Row ids that enter a bitmap, and that leave it. */
export type RowChanges = { readonly added: readonly number[]; readonly removed: readonly number[] };

const bytes = z.instanceof(Uint8Array);

/**
 * Moves rows into bitmaps and out of them; a term's count is always that of its rows. A term of one row, as most values of
 * some keys are, has the negative row id for its number, and no blocks.
 */
export function facetIndexWriter(db: Database) {
  const name = 'copy = ? AND field = ? AND key = ? AND value = ?';
  const find = db
    .prepare<[number, string, string, string], unknown>(`SELECT number FROM row_sets WHERE ${name}`)
    .pluck();
  const insert = db.prepare<[number, string, string, string, number, number, string | null]>(/* sql */ `
    INSERT INTO row_sets (copy, field, key, value, number, count, folded) VALUES (?, ?, ?, ?, ?, ?, ?)
  `);
  const change = db.prepare<[number, number, number, string, string, string]>(
    `UPDATE row_sets SET number = ?, count = count + ? WHERE ${name}`,
  );
  const remove = db.prepare<[number, string, string, string]>(`DELETE FROM row_sets WHERE ${name}`);
  const blocks = blocksOf(db);

  return {
    move: (mirrorId: number, { field, key, value }: FacetTerm, moves: RowChanges): void => {
      const named = [mirrorId, field, termText(key), termText(value)] as const;
      const found = find.get(...named);
      const known = found === undefined ? 0 : numberOf(found);
      const { number, count } = known > 0 ? blocks.move(known, moves) : moveFew(known, moves);
      const before = known < 0 ? 1 : 0;
      if (number === 0) {
        if (known !== 0) remove.run(...named);
      } else if (known === 0) {
        insert.run(...named, number, count, field === 'value' ? foldedText(value) : null);
      } else if (number !== known || count !== before) change.run(number, count - before, ...named);
    },
  };

  /** Moves rows of a term without blocks. */
  function moveFew(known: number, { added, removed }: RowChanges): Moved {
    const there = known < 0 && !removed.includes(-known) ? [-known, ...added] : added;
    const [only = 0] = there;
    return there.length > 1 ? blocks.move(0, { added: there, removed: [] }) : { number: -only, count: there.length };
  }
}
/** @returns null where the value of the term is the folded text already */
function foldedText(value: string): string | null {
  const text = searchable(value);
  return text === value && isWhole(value) ? null : text;
}

/** `number` is 0 for a term without rows. `count`: all rows, or the growth of a term that had blocks. */
type Moved = { readonly number: number; readonly count: number };

/** Moves rows within the blocks of a term. */
function blocksOf(db: Database) {
  const changeBlock = blockChanger(db);
  const isThere = db
    .prepare<[number], unknown>('SELECT EXISTS (SELECT 1 FROM row_set_blocks WHERE number = ?)')
    .pluck();
  const selectNext = db.prepare<[], unknown>('SELECT coalesce(max(number), 0) + 1 FROM row_set_blocks').pluck();

  return {
    /** @param known number of the term; 0 while it has no blocks */
    move: (known: number, { added, removed }: RowChanges): Moved => {
      const number = known === 0 ? numberOf(selectNext.get()) : known;
      const addedByBlock = Map.groupBy(added, containerOf);
      const removedByBlock = Map.groupBy(removed, containerOf);
      let count = 0;
      for (const block of new Set([...addedByBlock.keys(), ...removedByBlock.keys()]))
        count += changeBlock(number, block, addedByBlock.get(block) ?? [], removedByBlock.get(block) ?? []);
      const isEmpty = count < 0 && numberOf(isThere.get(number)) === 0;
      return { number: isEmpty ? 0 : number, count };
    },
  };
}

type BlockChange = (number: number, block: number, added: readonly number[], removed: readonly number[]) => number;

/** @returns changes one block of a term, and says by how many rows it grew */
function blockChanger(db: Database): BlockChange {
  const select = db
    .prepare<[number, number], unknown>('SELECT rows FROM row_set_blocks WHERE number = ? AND block = ?')
    .pluck();
  const insert = db.prepare<[number, number, Uint8Array]>(
    'INSERT INTO row_set_blocks (number, block, rows) VALUES (?, ?, ?)',
  );
  const update = db.prepare<[Uint8Array, number, number]>(
    'UPDATE row_set_blocks SET rows = ? WHERE number = ? AND block = ?',
  );
  const remove = db.prepare<[number, number]>('DELETE FROM row_set_blocks WHERE number = ? AND block = ?');

  return (number, block, added, removed) => {
    const stored = select.get(number, block);
    if (stored === undefined) {
      const rows = newContainer(added);
      if (rows !== null) insert.run(number, block, rows);
      return added.length;
    }
    const before = bytes.parse(stored);
    const longer = removed.length === 0 ? appendedContainer(before, added) : null;
    if (longer !== null) {
      update.run(longer, number, block);
      return added.length;
    }
    const { rows, grown } = changedContainer(before, added, removed);
    if (rows === null) remove.run(number, block);
    else if (grown !== 0 || removed.length > 0) update.run(rows, number, block);
    return grown;
  };
}

/** Row ids in the order of their moves; the same row may move several times. */
type Moving = { readonly name: FacetTerm; readonly added: number[]; readonly removed: number[] };

/** Gathers the moves of rows by term, until they are taken. */
function gatheredMoves() {
  // By field and key first: a name put together for each look-up would cost more than all the rest.
  const gathered = new Map<string, Map<string, Moving>>();
  return {
    of: (name: FacetTerm): Moving => {
      const alike = name.field === 'value' ? `value ${name.key}` : name.field;
      const byValue = gathered.get(alike) ?? new Map<string, Moving>();
      if (byValue.size === 0) gathered.set(alike, byValue);
      const known = byValue.get(name.value) ?? { name, added: [], removed: [] };
      if (known.name === name) byValue.set(name.value, known);
      return known;
    },
    *taken(): Iterable<Moving> {
      for (const byValue of gathered.values()) yield* byValue.values();
      gathered.clear();
    },
  };
}

/** Adds to the bytes of a mirror; adds them up anew where the sum may have lost some. */
function sizeChanger(db: Database): (mirrorId: number, more: number) => void {
  // A sum beyond 64 bits is a REAL (https://sqlite.org/lang_expr.html#numeric_literals), which the column refuses.
  const set = 'UPDATE copies SET size_bytes = CAST';
  const add = db
    .prepare<[number, number], unknown>(`${set} (size_bytes + ? AS INTEGER) WHERE number = ? RETURNING size_bytes`)
    .pluck();
  const addUp = db.prepare<[number]>(
    `${set} ((SELECT total(size_bytes) FROM files WHERE copy = number) AS INTEGER) WHERE number = ?`,
  );
  return (mirrorId, more) => {
    const sum = numberOf(add.get(more, mirrorId));
    if (sum < 0 || isInexact(sum) || isInexact(sum - more)) addUp.run(mirrorId);
  };
}

/** Makes counters of mirrors: the facet terms of their rows, and their size in bytes. */
export function facetCounters(db: Database) {
  const sets = facetIndexWriter(db);
  const sumsOf = facetSizeSums(db);
  const addSize = sizeChanger(db);

  return (mirrorId: number) => {
    const moves = gatheredMoves();
    const sums = sumsOf(mirrorId);
    let sizeBytes = 0;

    return {
      add: (rowId: number, row: FacetRow, pairs: Pairs): void => {
        sizeBytes += row.size_bytes ?? 0;
        sums.note(row, row.size_bytes ?? 0);
        for (const name of termsOf(row, pairs)) moves.of(name).added.push(rowId);
      },
      remove: (rowId: number, row: FacetRow, pairs: Pairs): void => {
        sizeBytes -= row.size_bytes ?? 0;
        sums.note(row, -(row.size_bytes ?? 0));
        for (const name of termsOf(row, pairs)) moves.of(name).removed.push(rowId);
      },
      /** Writes everything gathered. Call after the rows are written. */
      write: (): void => {
        for (const { name, ...gathered } of moves.taken()) {
          const { added, removed } = netMoves(gathered);
          if (added.length + removed.length > 0) sets.move(mirrorId, name, { added, removed });
        }
        sums.write();
        if (sizeBytes !== 0) addSize(mirrorId, sizeBytes);
        sizeBytes = 0;
      },
    };
  };
}
export type FacetCounter = ReturnType<ReturnType<typeof facetCounters>>;

/** The moves that are left once additions and removals of one row cancel out. */
function netMoves({ added, removed }: RowChanges): RowChanges {
  if (removed.length === 0) return { added, removed };
  const sums = new Map<number, number>();
  for (const rowId of added) sums.set(rowId, (sums.get(rowId) ?? 0) + 1);
  for (const rowId of removed) sums.set(rowId, (sums.get(rowId) ?? 0) - 1);
  const ids = [...sums];
  return {
    added: ids.filter(([, sum]) => sum > 0).map(([rowId]) => rowId),
    removed: ids.filter(([, sum]) => sum < 0).map(([rowId]) => rowId),
  };
}
