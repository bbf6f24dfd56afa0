import { type AccountRef, isSameAccount } from '../../src/domain/connections/connection.ts';
import type { ConnectionId, FileKey, FileRef } from '../../src/domain/core/ids.ts';
import { ByFile } from './by-file.ts';
import type { Journal } from './journal.ts';

type Check = { readonly of: FileRef; readonly accountRef: AccountRef; readonly dueAtMs: number };

const MOST_DUE = 200;

/** The delayed checks of a queue in memory. Each file has one for each account. */
export class MemoryChecks {
  readonly #byFile: ByFile<readonly Check[]>;

  constructor(journal: Journal) {
    this.#byFile = new ByFile(journal);
  }

  #checkFor(of: FileRef, accountRef: AccountRef): { check: Check | undefined; others: readonly Check[] } {
    const all = this.#byFile.get(of) ?? [];
    const isIt = (one: Check): boolean => isSameAccount(one.accountRef, accountRef);
    return { check: all.find(isIt), others: all.filter((one) => !isIt(one)) };
  }

  schedule(of: FileRef, accountRef: AccountRef, dueAtMs: number): void {
    const { check, others } = this.#checkFor(of, accountRef);
    const latestMs = Math.max(check?.dueAtMs ?? 0, Math.ceil(dueAtMs));
    this.#byFile.set(of, [...others, { of, accountRef, dueAtMs: latestMs }]);
  }

  due(connectionId: ConnectionId, accountRef: AccountRef, nowMs: number): readonly FileKey[] {
    return this.#inOrder(connectionId, accountRef)
      .filter(({ dueAtMs }) => dueAtMs <= nowMs)
      .slice(0, MOST_DUE)
      .map(({ of: { network, id } }) => ({ network, id }));
  }

  nextMs(connectionId: ConnectionId, accountRef: AccountRef): number | null {
    return this.#inOrder(connectionId, accountRef)[0]?.dueAtMs ?? null;
  }

  #inOrder(connectionId: ConnectionId, accountRef: AccountRef): readonly Check[] {
    return this.#byFile
      .values(connectionId)
      .flat()
      .filter((one) => isSameAccount(one.accountRef, accountRef))
      .toSorted((a, b) => a.dueAtMs - b.dueAtMs);
  }

  clear(of: FileRef, accountRef: AccountRef, asOfMs: number): void {
    const { check, others } = this.#checkFor(of, accountRef);
    if (check !== undefined && check.dueAtMs <= asOfMs) this.#byFile.set(of, others.length === 0 ? undefined : others);
  }

  cap(latestMs: number): void {
    const near = (one: Check): Check => ({ ...one, dueAtMs: Math.min(one.dueAtMs, latestMs) });
    for (const [first, ...more] of this.#byFile.all())
      if (first !== undefined) this.#byFile.set(first.of, [first, ...more].map(near));
  }
}
