import { z } from 'zod';
import { connectionId } from '../domain/core/ids.ts';
import { channel } from './channel.ts';

/** The messages of the change sets that undo and redo act on; null without one. */
export const undoState = z.object({ undo: z.string().nullable(), redo: z.string().nullable() });
export type UndoState = Readonly<z.infer<typeof undoState>>;

const inConnection = z.object({ connectionId });

export const undoChannels = {
  'undo.state': channel(inConnection, undoState),
  /** Undoes the last change set: discards its waiting edits, and queues the inverse of its sent edits. */
  'undo.undo': channel(inConnection, undoState),
  'undo.redo': channel(inConnection, undoState),
};
