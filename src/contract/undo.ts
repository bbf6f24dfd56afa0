import { z } from 'zod';
import { connectionId } from '../domain/core/ids.ts';
import { channel } from './channel.ts';

/** What can be taken back and done again, each by the sentence it goes by; null when there is nothing. */
export const undoState = z.object({ undo: z.string().nullable(), redo: z.string().nullable() });
export type UndoState = Readonly<z.infer<typeof undoState>>;

const inConnection = z.object({ connectionId });

export const undoChannels = {
  'undo.state': channel(inConnection, undoState),
  /** Takes the last gesture back: what waits is discarded, what was sent is changed back by a new edit. */
  'undo.undo': channel(inConnection, undoState),
  'undo.redo': channel(inConnection, undoState),
};
