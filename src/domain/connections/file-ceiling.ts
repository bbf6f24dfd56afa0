import { z } from 'zod';

/**
 * File ceiling: the number of files in a mirror at which no more are listed until a person says so, because a service may
 * send files without end.
 */
export const fileCeiling = z
  .object({
    files: z.number().int().positive(),
    /** Whether the person wants no more files than that, and is not asked again. */
    isFinal: z.boolean(),
  })
  .readonly();
export type FileCeiling = z.infer<typeof fileCeiling>;

/** Twice the largest library that was measured: some 5 GB on the disk. */
const FILES_BETWEEN_QUESTIONS = 2_000_000;

/** The ceiling of a new connection. */
export const firstFileCeiling: FileCeiling = { files: FILES_BETWEEN_QUESTIONS, isFinal: false };

/** What a person may answer when a mirror has reached its ceiling. */
export const ceilingAnswer = z.enum(['goOn', 'stopHere']);
export type CeilingAnswer = z.infer<typeof ceilingAnswer>;

/**
 * The ceiling after an answer. A second answer to the same question finds it out of reach, and leaves it.
 *
 * @param files in the mirror now
 */
export function ceilingAfter(answer: CeilingAnswer, ceiling: FileCeiling, files: number): FileCeiling {
  if (answer === 'stopHere') return { ...ceiling, isFinal: true };
  return { files: files < ceiling.files ? ceiling.files : files + FILES_BETWEEN_QUESTIONS, isFinal: false };
}
