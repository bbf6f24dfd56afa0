import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { digestKeyOf, hasCid } from '../../../src/domain/signatures/cid.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { joined, jsonColumn, textOf } from '../sqlite/column-parsers.ts';

/** Files that hold the same content, group by group: groups with most files first, then by their first row id. */
export type DuplicateContent = {
  /** Row ids of all groups, one group after the other, in each group from least to greatest. */
  readonly rowIds: Uint32Array;
  /** The position in `rowIds` where each group begins, and at last where all of them end. */
  readonly starts: Uint32Array;
  /** How many names the files of each group have among them; no name counts as one. */
  readonly names: Uint32Array;
  /** How many networks the files of each group are on. */
  readonly networks: Uint32Array;
};

type Group = { readonly rowIds: readonly number[]; readonly names: number; readonly networks: number };

const groupRow = z
  .tuple([jsonColumn(z.array(z.number())), z.number(), z.number()])
  .transform(([rowIds, names, networks]): Group => ({ rowIds: rowIds.toSorted((a, b) => a - b), names, networks }));

/**
 * Finds files whose CIDs have the same digest, whatever the spelling. Reads every file, so it runs in a thread of its
 * own: 2.7 s of processor time for a million files.
 *
 * @param db a connection of its own: the function `content_key` stays with it
 */
export function duplicateContent(db: Database): (connectionId: ConnectionId) => DuplicateContent {
  const ids = mirrorIds(db);
  // Deterministic: the planner may then call it once for each row (https://sqlite.org/deterministic.html).
  db.function('content_key', { deterministic: true }, (cid: unknown) => contentKeyOf(textOf(cid)));
  const select = db
    .prepare<[number], unknown>(
      /* sql */ `
      SELECT json_group_array(row_id), count(DISTINCT shown_name) + (count(*) > count(shown_name)),
        count(DISTINCT network)
      FROM (SELECT row_id, shown_name, network, content_key(cid) AS content FROM files WHERE copy = ?)
      WHERE content IS NOT NULL GROUP BY content HAVING count(*) > 1 ORDER BY count(*) DESC, min(row_id)
    `,
    )
    .raw();
  return (connectionId) => {
    const mirrorId = ids.find(connectionId);
    const packed = new PackedGroups();
    // One by one: a million groups as objects would take more memory than their thread has.
    if (mirrorId !== null) for (const row of select.iterate(mirrorId)) packed.add(groupRow.parse(row));
    return packed.all;
  };
}

/** @returns a text that is equal for equal content; null where there is no content yet; the text itself where it is no CID */
const contentKeyOf = (cid: string): string | null => (hasCid(cid) ? (digestKeyOf(cid) ?? cid) : null);

class PackedGroups {
  readonly #rowIds = new GrowingVector();
  readonly #starts = new GrowingVector();
  readonly #names = new GrowingVector();
  readonly #networks = new GrowingVector();

  add({ rowIds, names, networks }: Group): void {
    this.#starts.add(this.#rowIds.length);
    for (const rowId of rowIds) this.#rowIds.add(rowId);
    this.#names.add(names);
    this.#networks.add(networks);
  }

  get all(): DuplicateContent {
    const rowIds = this.#rowIds.all;
    const starts = joined([this.#starts.all, Uint32Array.of(rowIds.length)]);
    return { rowIds, starts, names: this.#names.all, networks: this.#networks.all };
  }
}

/** Numbers whose count nobody knows before the last one. */
class GrowingVector {
  #numbers = new Uint32Array(1_024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(number: number): void {
    if (this.#length === this.#numbers.length) {
      const longer = new Uint32Array(2 * this.#length);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#length++] = number;
  }

  get all(): Uint32Array {
    return this.#numbers.slice(0, this.#length);
  }
}
