import { MINUTE_MS } from '../../../domain/core/durations.ts';
import { age } from '../../../components/ages.svelte.ts';
import { plural } from '../../../components/format.ts';
import { labelText } from '../../../domain/core/text.ts';
import type { Failure } from '../../../domain/core/failure.ts';
import { type Draft, type DraftLine, type DraftPart, MOST_DRAFTS } from '../../../domain/edits/draft.ts';
import type { TypedOver } from '../../../state/files/metadata-draft.svelte.ts';
import { failureMessage } from '../../messages/app-messages.ts';

const ageOf = (typedAtMs: number, nowMs: number): string =>
  nowMs - typedAtMs < MINUTE_MS ? draftMessages.justNow : age(typedAtMs, nowMs);

const quoted = (value: string | null): string =>
  value === null ? draftMessages.nothing : value === '' ? draftMessages.empty : draftMessages.quoted(labelText(value));

const lineMessage = ({ key, value, isRemoved }: DraftLine): string =>
  isRemoved ? draftMessages.lineRemoved(key) : `${key}=${value}`;

export const draftMessages = {
  unsaved: 'Unsaved draft',
  typed: (age: string) => `Not saved yet, typed ${age}`,
  justNow: 'just now',
  nothing: 'nothing',
  empty: 'empty',
  quoted: (value: string) => `“${value}”`,
  lineRemoved: (key: string) => `${key} removed`,
  goOn: 'Go on',
  discard: 'Discard',
  discardOf: (part: string, name: string) => `Discard the ${part} typed for ${labelText(name)}`,
  newName: 'New name:',
  /** The value changed while the draft waited. */
  typedOver: (base: string, now: string) => `You typed over ${base}. Now it is ${now}.`,
  open: (drafts: number) => plural(drafts, 'unsaved draft', 'unsaved drafts'),
  title: 'Unsaved drafts',
  about: 'What was typed and not saved yet. It is kept on this computer alone and is never sent by itself.',
  none: 'There are none any more.',
  lost: {
    tooMany: `${MOST_DRAFTS} drafts are kept already, so this one is lost with this window. Save it, or discard another.`,
    tooLong: 'This is too long to be kept as a draft, and is lost with this window. Save it before you leave.',
  },
  part: { name: 'name', metadata: 'metadata' } satisfies Record<DraftPart, string>,
} as const;

export const typedMessage = (typedAtMs: number, nowMs: number): string => draftMessages.typed(ageOf(typedAtMs, nowMs));

export const typedOverMessage = ({ base, now }: TypedOver): string =>
  draftMessages.typedOver(quoted(base), quoted(now));

/** What was typed, in a line. */
export const draftSummary = (draft: Draft): string =>
  draft.part === 'name'
    ? `${draftMessages.newName} ${draft.text}`
    : [...draft.lines.map(lineMessage), ...(draft.pasted === null ? [] : [draft.pasted])].join(', ');

/** Why a draft is not kept, and what can be done about it. */
export function draftFailureMessage(failure: Failure): string {
  if (failure.kind !== 'unfit') return failureMessage(failure).message;
  return draftMessages.lost[failure.problem === 'tooMany' ? 'tooMany' : 'tooLong'];
}
