import { z } from 'zod';
import { fileKey } from '../core/ids.ts';
import { fieldValue } from './edit.ts';

/** The parts of a file that a person types into; each has a draft of its own. */
export const draftPart = z.enum(['name', 'metadata']);
export type DraftPart = z.infer<typeof draftPart>;

// A typed text may be one that cannot be saved: it is kept while the person puts it right.
const nameDraft = z.object({ part: z.literal('name'), base: fieldValue, text: z.string() });

/** One touched line of the metadata editor. */
export const draftLine = z
  .object({
    key: z.string(),
    value: z.string(),
    /** The value on screen when the typing began; null for a key that the person added. */
    base: fieldValue,
    isRemoved: z.boolean(),
    /** The key of the record that `key` takes the place of; absent where no key was renamed. */
    from: z.string().optional(),
  })
  .readonly();
export type DraftLine = z.infer<typeof draftLine>;

const metadataDraft = z.object({
  part: z.literal('metadata'),
  lines: z.array(draftLine).readonly(),
  /** Text in the field for `key=value` lines, not taken yet; null while that field is closed. */
  pasted: z.string().nullable(),
});

/** Typing that nobody has saved: a name, or what was touched in the editor of the metadata. */
export const draft = z.discriminatedUnion('part', [nameDraft, metadataDraft]).readonly();
export type Draft = z.infer<typeof draft>;
export type DraftOf<Part extends DraftPart> = Extract<Draft, { readonly part: Part }>;

/** A draft as the profile keeps it. */
export const keptDraft = z.object({ key: fileKey, typedAtMs: z.number(), draft }).readonly();
export type KeptDraft = z.infer<typeof keptDraft>;

/** Characters (UTF-16 code units) that a person may have typed into a kept draft. */
export const LONGEST_DRAFT = 200_000;
/** Characters of a kept draft as JSON, with the values that it was typed over: a service may hold long ones. */
const LONGEST_KEPT = 2_000_000;

/** Drafts kept for one connection. */
export const MOST_DRAFTS = 200;

/** Whether a draft is too long to be kept. */
export const isTooLong = (of: Draft): boolean =>
  typedCharacters(of) > LONGEST_DRAFT || JSON.stringify(of).length > LONGEST_KEPT;

function typedCharacters(of: Draft): number {
  if (of.part === 'name') return of.text.length;
  const lines = of.lines.filter(({ isRemoved }) => !isRemoved);
  return lines.reduce((sum, { key, value }) => sum + key.length + value.length, of.pasted?.length ?? 0);
}
