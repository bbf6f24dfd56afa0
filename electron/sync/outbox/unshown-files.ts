import { type FileRef, fileRefText } from '../../../src/domain/core/ids.ts';
import { diskFailure } from '../../database/sqlite/errors.ts';
import type { Unshown } from '../ports.ts';

/** Files projected at once: the next edit takes no more of them along, so that nobody waits for it. */
const AT_ONCE = 100;

/**
 * Files whose edits the mirror could not take in this run of the program: on a full disk, for example. The outbox has the
 * edits, and the next start projects all of them; until then the mirror shows the values from before.
 */
export class UnshownFiles implements Unshown {
  readonly #files = new Map<string, FileRef>();

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  note(files: readonly FileRef[]): void {
    for (const of of files) this.#files.set(fileRefText(of), of);
  }

  noting(files: readonly FileRef[], project: () => void): void {
    try {
      project();
    } catch (error) {
      this.note(files);
      throw error;
    }
  }

  retry(project: (some: readonly FileRef[]) => void): boolean {
    const some = [...this.#files.values()].slice(0, AT_ONCE);
    try {
      project(some);
    } catch (error) {
      // A full disk has been reported, and the files stay for the next time. Files of a bug stand in the way of no others.
      if (diskFailure(error) !== null) return false;
      this.#forget(some);
      throw error;
    }
    this.#forget(some);
    return true;
  }

  #forget(files: readonly FileRef[]): void {
    for (const of of files) this.#files.delete(fileRefText(of));
  }
}
