import { z } from 'zod';

/** What the command line asked for, as it arrives in a thread. */
export const startWishes = z.object({
  practice: z.boolean(),
  connect: z.object({ baseUrl: z.string(), name: z.string(), token: z.string() }).nullable(),
});

/** What the host can do, as it arrives in a thread. */
export const hostAbilities = z.object({ canOpenFolder: z.boolean(), canFetch: z.boolean() });
export type HostAbilities = z.infer<typeof hostAbilities>;
