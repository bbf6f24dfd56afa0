import { z } from 'zod';

/** What a page may send: one question. Its input is checked by the core, which knows the channels. */
const question = z.strictObject({
  id: z.number().int().nonnegative(),
  name: z.string().min(1).max(100),
  input: z.unknown().optional(),
});
export type Question = z.infer<typeof question>;

/** What the host sends: the answer to a question, or an announcement. */
export type Frame =
  | { readonly kind: 'reply'; readonly id: number; readonly reply: unknown }
  | { readonly kind: 'announcement'; readonly name: string; readonly payload: unknown };

/** @returns null when the text is not a question */
export function readQuestion(text: string): Question | null {
  try {
    return question.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
