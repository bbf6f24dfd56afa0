import { z } from 'zod';

/** One question the renderer may ask the core. */
export type ChannelSpec = { readonly input: z.ZodType; readonly output: z.ZodType };

export const channel = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });

/** For questions without a question, and answers without an answer: JSON has no `undefined`. */
export const nothing = z.null();
