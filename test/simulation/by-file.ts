import type { ConnectionId, FileId, FileRef } from '../../src/domain/core/ids.ts';
import type { Journal } from './journal.ts';

type Files<T> = Map<FileId, T>;

/** One thing for each file. Maps in maps: an id is hashed once, a text put together from ids every time. */
export class ByFile<T> {
  readonly #journal: Journal;
  readonly #networks = { public: new Map<ConnectionId, Files<T>>(), private: new Map<ConnectionId, Files<T>>() };

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  get({ connectionId, network, id }: FileRef): T | undefined {
    return this.#networks[network].get(connectionId)?.get(id);
  }

  /** @param value `undefined` removes it */
  set({ connectionId, network, id }: FileRef, value: T | undefined): void {
    const files = this.#networks[network].get(connectionId) ?? new Map<FileId, T>();
    this.#networks[network].set(connectionId, files);
    this.#journal.set(files, id, value);
  }

  values(connectionId: ConnectionId): readonly T[] {
    const { public: one, private: other } = this.#networks;
    return [...(one.get(connectionId)?.values() ?? []), ...(other.get(connectionId)?.values() ?? [])];
  }

  all(): readonly T[] {
    const connections = new Set([...this.#networks.public.keys(), ...this.#networks.private.keys()]);
    return [...connections].flatMap((id) => this.values(id));
  }
}
