import { z } from 'zod';

/** The schemas of one channel between the page and the core. */
export type ChannelSpec = { readonly input: z.ZodType; readonly output: z.ZodType };

/** Declares a channel. */
export const channel = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });

/** The schema of an empty input or output. JSON has no `undefined` (RFC 8259, 3). */
export const nothing = z.null();

/** Names a request for its cancellation. */
export const ticket = z.uuid();
