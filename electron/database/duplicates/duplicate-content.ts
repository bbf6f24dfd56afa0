import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { digestKeyOf, hasCid } from '../../../src/domain/signatures/cid.ts';
import { network, type ConnectionId } from '../../../src/domain/core/ids.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';

/** Files that hold the same content, group by group: those with most files first. */
export type DuplicateContent = {
  /** The rows of all groups, one group after the other. */
  readonly rowIds: Uint32Array;
  /** Where in `rowIds` each group begins, and at last where all of them end. */
  readonly starts: Uint32Array;
  /** How many names the files of each group have among them. */
  readonly names: Uint32Array;
  /** How many networks. */
  readonly networks: Uint32Array;
};

const cidRow = z.tuple([z.number(), z.string()]);
const fileRow = z.object({ cid: z.string(), network, shown_name: z.string().nullable() });

/** What is equal for the same content; null where there is no content yet. What is no CID is compared as it stands. */
const keyOf = (cid: string): string | null => (hasCid(cid) ? (digestKeyOf(cid) ?? cid) : null);

type Group = { readonly rowIds: readonly number[]; readonly names: number; readonly networks: number };

/**
 * Finds files whose CIDs have the same digest, whatever the spelling. Reads every file, so it runs in a thread of its
 * own: for a million files in a few seconds, and in memory of two numbers each.
 */
export function duplicateContent(db: Database): (connectionId: ConnectionId) => DuplicateContent {
  const copy = mirrorIds(db);
  const select = db.prepare<[number], unknown>('SELECT row_id, cid FROM files WHERE copy = ?').raw();
  const count = db.prepare<[number], unknown>('SELECT count(*) FROM files WHERE copy = ?').pluck();
  const file = db.prepare<[number], unknown>('SELECT cid, network, shown_name FROM files WHERE row_id = ?');

  /** Rows by a number made from their content, in its order: equal content stands together, and now and then other. */
  function inOrder(of: number): { readonly rowIds: Uint32Array; readonly prints: Float64Array } {
    const most = z.number().parse(count.get(of));
    const rowIds = new Uint32Array(most);
    const prints = new Float64Array(most);
    let found = 0;
    for (const row of select.iterate(of)) {
      const [rowId, cid] = cidRow.parse(row);
      const key = keyOf(cid);
      if (key === null) continue;
      rowIds[found] = rowId;
      prints[found] = printOf(key);
      found += 1;
    }
    const order = new Uint32Array(found).map((_, at) => at).sort((a, b) => (prints[a] ?? 0) - (prints[b] ?? 0));
    return { rowIds: order.map((at) => rowIds[at] ?? 0), prints: Float64Array.from(order, (at) => prints[at] ?? 0) };
  }

  /** Splits rows of one number by what their content really is. */
  function groupsOf(rowIds: Uint32Array): readonly Group[] {
    const byKey = new Map<string, { rowIds: number[]; names: Set<string | null>; networks: Set<string> }>();
    for (const rowId of rowIds.toSorted()) {
      const { cid, network: on, shown_name: name } = fileRow.parse(file.get(rowId));
      const key = keyOf(cid) ?? '';
      const group = byKey.get(key) ?? { rowIds: [], names: new Set(), networks: new Set() };
      group.rowIds.push(rowId);
      group.names.add(name);
      group.networks.add(on);
      byKey.set(key, group);
    }
    return [...byKey.values()]
      .filter((group) => group.rowIds.length > 1)
      .map((group) => ({ rowIds: group.rowIds, names: group.names.size, networks: group.networks.size }));
  }

  const find = db.transaction((of: number): readonly Group[] => {
    const { rowIds, prints } = inOrder(of);
    const groups: Group[] = [];
    for (let from = 0, to = 0; from < prints.length; from = to) {
      for (to = from + 1; to < prints.length && prints[to] === prints[from];) to += 1;
      if (to > from + 1) groups.push(...groupsOf(rowIds.subarray(from, to)));
    }
    return groups.sort((a, b) => b.rowIds.length - a.rowIds.length || (a.rowIds[0] ?? 0) - (b.rowIds[0] ?? 0));
  });

  return (connectionId) => {
    const of = copy.find(connectionId);
    return packed(of === null ? [] : find(of));
  };
}

function packed(groups: readonly Group[]): DuplicateContent {
  const starts = new Uint32Array(groups.length + 1);
  groups.forEach((group, at) => (starts[at + 1] = (starts[at] ?? 0) + group.rowIds.length));
  const rowIds = new Uint32Array(starts.at(-1) ?? 0);
  groups.forEach((group, at) => rowIds.set(group.rowIds, starts[at]));
  return {
    rowIds,
    starts,
    names: Uint32Array.from(groups, (group) => group.names),
    networks: Uint32Array.from(groups, (group) => group.networks),
  };
}

/** A number of 53 bits made from a text (two rounds of FNV-1a): equal for equal texts, and hardly ever for others. */
function printOf(text: string): number {
  let [low, high] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + at), 0x01000193);
  }
  return (low >>> 0) * 0x200000 + ((high >>> 0) & 0x1fffff);
}
