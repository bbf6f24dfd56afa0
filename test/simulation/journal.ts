/** Takes back what was written in vain: the rollback of tables in memory. */
export class Journal {
  #undo: (() => void)[] = [];
  #depth = 0;

  /** Sets one entry of a map; `undefined` removes it. */
  set<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
    if (this.#depth > 0) {
      const old = map.get(key);
      this.#undo.push(() => put(map, key, old));
    }
    put(map, key, value);
  }

  note(undo: () => void): void {
    if (this.#depth > 0) this.#undo.push(undo);
  }

  atomically<T>(work: () => T): T {
    const from = this.#undo.length;
    this.#depth++;
    try {
      return work();
    } catch (error) {
      for (const undo of this.#undo.splice(from).toReversed()) undo();
      throw error;
    } finally {
      this.#depth--;
      if (this.#depth === 0) this.#undo = [];
    }
  }
}

function put<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
