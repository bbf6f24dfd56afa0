import { z } from 'zod';
import { held, saved } from './held-edits.ts';

/**
 * Ways to be wrong on purpose: `answerFirst` calls an edit saved before it is, `blindRepeat` saves an edit again without
 * looking whether it is there, `normalSync` takes back the promise of the disk.
 */
export const control = z.enum(['none', 'answerFirst', 'blindRepeat', 'normalSync']);
export type Control = z.infer<typeof control>;

/** What a driver is started to do. */
export const plan = z.strictObject({
  profile: z.string(),
  seed: z.number(),
  edits: z.number(),
  control,
  /** Kills itself as soon as an edit could not be saved. */
  diesOfFailure: z.boolean(),
  /** Where to say what happened; null for the standard output. */
  ackPath: z.string().nullable(),
});
export type DriverPlan = Readonly<z.infer<typeof plan>>;

/** What a driver says, one line of JSON each. */
export const driverWords = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), warnings: z.array(z.string()).readonly(), held: z.array(held).readonly() }),
  z.object({ kind: z.literal('refused'), failure: z.string() }),
  saved.extend({ kind: z.literal('acked') }),
  saved.omit({ set: true }).extend({
    kind: z.literal('failed'),
    code: z.string(),
    /** Which way a person would be told; null when they would be told of a bug. */
    told: z.string().nullable(),
  }),
  z.object({ kind: z.literal('done') }),
]);
export type DriverWords = Readonly<z.infer<typeof driverWords>>;

/** The lines that were said whole: a kill may leave half of one behind. */
export function readWords(output: string): readonly DriverWords[] {
  const whole = output.slice(0, output.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter(Boolean)
    .map((line) => driverWords.parse(JSON.parse(line)));
}
