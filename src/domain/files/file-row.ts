import { z } from 'zod';
import { fileKey, network } from '../core/ids.ts';
import { fileStates } from './file.ts';

/** The mark of a file in every list. */
export const fileState = z.enum(fileStates);

/** One row of the grid: the projected file. */
export const fileRow = z.object({
  network,
  id: fileKey.shape.id,
  name: z.string().nullable(),
  cid: z.string(),
  sizeBytes: z.number().nullable(),
  mimeType: z.string().nullable(),
  groupId: z.string().nullable(),
  createdAt: z.string().nullable(),
  state: fileState,
  /** Number of fields with an unfinished edit. */
  openChanges: z.number(),
});
export type FileRow = Readonly<z.infer<typeof fileRow>>;
