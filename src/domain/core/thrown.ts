/** The code of a thrown error, as the file system, the network or SQLite names it: `ENOENT`, `SQLITE_FULL`; null without one. */
export const errorCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** The message of a thrown error; a value that is none, as text. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Does each work, also after one that failed. @returns what they threw, in their order */
export const thrownByEach = (works: readonly (() => unknown)[]): readonly unknown[] =>
  works.flatMap((work) => {
    try {
      work();
      return [];
    } catch (error) {
      return [error];
    }
  });

/** Does each work, also after one that failed. @throws what the first of those threw */
export function doEach(works: readonly (() => unknown)[]): void {
  const thrown = thrownByEach(works);
  if (thrown.length > 0) throw thrown[0];
}
