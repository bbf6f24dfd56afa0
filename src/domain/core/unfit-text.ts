import { z } from 'zod';

/** Why a text cannot be imported as what it was given for. `words` are those of a parser. */
export const unfitText = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tooManyLines'), most: z.number() }),
  z.object({ kind: z.literal('tooManyColumns'), most: z.number() }),
  z.object({ kind: z.literal('longLine'), mostBytes: z.number() }),
  z.object({ kind: z.literal('noIdColumn') }),
  z.object({ kind: z.literal('repeatedColumn'), column: z.string() }),
  z.object({ kind: z.literal('notCsv'), words: z.string() }),
  z.object({ kind: z.literal('notJson'), words: z.string() }),
  z.object({ kind: z.literal('notJsonList') }),
  z.object({ kind: z.literal('notJsonLines') }),
  z.object({ kind: z.literal('tooMuchMemory') }),
  z.object({ kind: z.literal('tooDeep'), mostLevels: z.number() }),
]);
export type UnfitText = Readonly<z.infer<typeof unfitText>>;
