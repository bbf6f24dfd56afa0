import type { Settled } from '../../electron/database/outbox/outbox.ts';
import type { FileRef } from '../../src/domain/core/ids.ts';
import { ByFile } from './by-file.ts';
import type { Journal } from './journal.ts';

export type KeptSettled = Settled & { readonly of: FileRef; readonly raw: string; readonly mirrored: boolean };

/** What the service's answers to the last updates showed, by file, in memory. */
export class MemorySettled {
  readonly #byFile: ByFile<KeptSettled>;

  constructor(journal: Journal) {
    this.#byFile = new ByFile(journal);
  }

  all(): readonly KeptSettled[] {
    return this.#byFile.all();
  }

  /** Takes what was settled at some time. Records that were on their way to the mirror are older than what it holds now. */
  take(settled: readonly KeptSettled[]): void {
    for (const one of settled) this.#byFile.set(one.of, { ...one, mirrored: true });
  }

  get(of: FileRef): Settled | null {
    const known = this.#byFile.get(of);
    return known === undefined ? null : { requestSeq: known.requestSeq, settledAtMs: known.settledAtMs };
  }

  settle(of: FileRef, raw: string, settled: Settled): void {
    const known = this.#byFile.get(of);
    if (known !== undefined && known.requestSeq > settled.requestSeq) return;
    this.#byFile.set(of, { ...settled, of, raw, mirrored: false });
  }

  unmirrored() {
    return this.all()
      .filter((one) => !one.mirrored)
      .toSorted((a, b) => a.requestSeq - b.requestSeq)
      .map(({ of, raw, requestSeq, settledAtMs }) => ({ ...of, raw, requestSeq, seenAtMs: settledAtMs }));
  }

  markMirrored(of: FileRef, requestSeq: number): void {
    const one = this.#byFile.get(of);
    if (one === undefined || one.requestSeq > requestSeq) return;
    this.#byFile.set(of, { ...one, mirrored: true });
  }
}
