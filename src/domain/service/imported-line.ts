import { z } from 'zod';
import { network } from '../core/ids.ts';
import { lastFailure } from './remote-failure.ts';

/**
 * Why a line of a pasted list brought no file. `failed` is about that file alone, `notAsked` about the whole connection,
 * which keeps the lines that follow from being asked for too.
 */
export const importReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('notAnId') }),
  z.object({ kind: z.literal('notFound') }),
  z.object({ kind: z.literal('stopped') }),
  z.object({ kind: z.literal('failed'), failure: lastFailure }),
  z.object({ kind: z.literal('notAsked'), failure: lastFailure }),
]);
export type ImportReason = Readonly<z.infer<typeof importReason>>;

/**
 * One line of a pasted list of file ids. `network` is null when the line named none, `reason` when the mirror has the file.
 */
export const importedLine = z.object({
  line: z.number(),
  text: z.string(),
  network: network.nullable(),
  reason: importReason.nullable(),
});
export type ImportedLine = Readonly<z.infer<typeof importedLine>>;
