import { z } from 'zod';
import { fileKey } from '../core/ids.ts';
import { capability } from './connection.ts';

/** A file that a connection test saw in a list, on which a person may try whether the token can change files. */
export const sampleFile = fileKey.extend({ name: z.string().nullable() });
export type SampleFile = Readonly<z.infer<typeof sampleFile>>;

/**
 * The body of an update trial. The contract makes name and metadata optional, so that this update names nothing to change:
 * sending the name back as it was could overwrite one that somebody gave meanwhile.
 */
export const TRIAL_BODY = '{}';

/** The result of an update trial that was answered. */
export const updateTrial = z.object({
  /** `notChecked` when the service refused the trial for another reason than the token. */
  updates: capability,
  /** Whether the answer shows the file as the list had shown it; null for a refusal. */
  isSame: z.boolean().nullable(),
  /** The service's message for a refusal that says nothing about the token; null without one. */
  refusal: z.string().nullable(),
});
export type UpdateTrial = Readonly<z.infer<typeof updateTrial>>;
