/**
 * A container: the rows that a bitmap has among 8,192 neighbours. Few rows are stored as offsets of two bytes each, many as
 * one bit for every row. A container takes at most 1 KiB, so that a change rewrites little; a million rows are 123 containers.
 */
export const CONTAINER_ROWS = 8_192;
export const CONTAINER_BYTES = CONTAINER_ROWS / 8;

export const containerOf = (rowId: number): number => Math.floor(rowId / CONTAINER_ROWS);

/** Sets the bits of a stored container in `bits`, which begins at the container's first row. */
export function addContainer(bits: Uint8Array, rows: Uint8Array): void {
  if (rows.length === CONTAINER_BYTES) {
    for (let place = 0; place < CONTAINER_BYTES; place += 1) bits[place] = (bits[place] ?? 0) | (rows[place] ?? 0);
    return;
  }
  for (let place = 0; place < rows.length; place += 2)
    put(bits, (rows[place] ?? 0) + ((rows[place + 1] ?? 0) << 8), true);
}

/** @returns whether that was a change */
function put(bits: Uint8Array, offset: number, isIn: boolean): boolean {
  const byte = bits[offset >> 3] ?? 0;
  const bit = 1 << (offset & 7);
  if (((byte & bit) !== 0) === isIn) return false;
  bits[offset >> 3] = byte ^ bit;
  return true;
}

/**
 * Adds rows to a stored container and takes others out, whatever their order.
 *
 * @returns the stored form, null when no row is left, and by how many rows it grew
 */
export function changedContainer(
  stored: Uint8Array,
  added: readonly number[],
  removed: readonly number[],
): { readonly rows: Uint8Array | null; readonly grown: number } {
  const bits = new Uint8Array(CONTAINER_BYTES);
  addContainer(bits, stored);
  let grown = 0;
  for (const rowId of added) if (put(bits, rowId % CONTAINER_ROWS, true)) grown += 1;
  for (const rowId of removed) if (put(bits, rowId % CONTAINER_ROWS, false)) grown -= 1;
  return { rows: storedContainer(bits), grown };
}

/** @returns the stored form of a container; null without a set bit */
function storedContainer(bits: Uint8Array): Uint8Array | null {
  const offsets: number[] = [];
  for (let place = 0; place < CONTAINER_BYTES; place += 1) {
    for (let byte = bits[place] ?? 0; byte !== 0; byte &= byte - 1) {
      if (2 * offsets.length >= CONTAINER_BYTES - 2) return bits;
      offsets.push(place * 8 + (31 - Math.clz32(byte & -byte)));
    }
  }
  if (offsets.length === 0) return null;
  return listed(offsets);
}

/** @param rowIds of one container, each once @returns the stored form; null without rows */
export function newContainer(rowIds: readonly number[]): Uint8Array | null {
  const offsets = rowIds.map((rowId) => rowId % CONTAINER_ROWS);
  if (2 * offsets.length < CONTAINER_BYTES) return offsets.length === 0 ? null : listed(offsets.sort((a, b) => a - b));
  const bits = new Uint8Array(CONTAINER_BYTES);
  for (const offset of offsets) put(bits, offset, true);
  return bits;
}

/**
 * Adds rows with greater ids than a container has, as a first scan brings them. The stored part stays as it is.
 *
 * @param rowIds of one container, ascending
 * @returns null for smaller ids, and when the container has to change its form
 */
export function appendedContainer(stored: Uint8Array, rowIds: readonly number[]): Uint8Array | null {
  const isBits = stored.length === CONTAINER_BYTES;
  const last = isBits ? -1 : (stored.at(-2) ?? 0) + ((stored.at(-1) ?? 0) << 8);
  const offsets = rowIds.map((rowId) => rowId % CONTAINER_ROWS);
  if (isBits) {
    const bits = stored.slice();
    return offsets.every((offset) => put(bits, offset, true)) ? bits : null;
  }
  const isAfter = offsets.every((offset, place) => offset > (place === 0 ? last : (offsets[place - 1] ?? offset)));
  if (!isAfter || stored.length + 2 * offsets.length >= CONTAINER_BYTES) return null;
  const rows = new Uint8Array(stored.length + 2 * offsets.length);
  rows.set(stored);
  rows.set(listed(offsets), stored.length);
  return rows;
}

function listed(offsets: readonly number[]): Uint8Array {
  const rows = new Uint8Array(2 * offsets.length);
  offsets.forEach((offset, place) => {
    rows[2 * place] = offset & 0xff;
    rows[2 * place + 1] = offset >> 8;
  });
  return rows;
}
