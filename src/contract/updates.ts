import { z } from 'zod';
import { updateProblem, updateState } from '../domain/updates/update-state.ts';
import { channel, nothing } from './channel.ts';

/** The updates of the program, as Settings shows them. */
export const updates = z.object({
  state: updateState,
  problem: updateProblem.nullable(),
  /** Whether the person lets the program look once a day. */
  isDaily: z.boolean(),
  /** The time of the last look; null before the first. */
  checkedAtMs: z.number().nullable(),
  /** Whether this is the web host, which npm installs. */
  isWebHost: z.boolean(),
  /** Files with an edit that waits, or that needs the person. */
  filesWithEdits: z.number(),
});
export type Updates = Readonly<z.infer<typeof updates>>;

/** Channels of the updates. Nothing is asked before the person wants it, and nothing replaces the program by itself. */
export const updateChannels = {
  'updates.get': channel(nothing, updates),
  'updates.choose': channel(z.object({ isDaily: z.boolean() }), updates),
  'updates.check': channel(nothing, updates),
  /** Begins to fetch the package that the last look found. */
  'updates.download': channel(nothing, updates),
  /** Shows the fetched package in the system's file manager. @returns whether the host could */
  'updates.show': channel(nothing, z.object({ isOpened: z.boolean() })),
  /** Shows what is new in the person's browser. @returns whether the host could */
  'updates.notes': channel(nothing, z.object({ isOpened: z.boolean() })),
};
