import type { FileId } from '../../../src/domain/core/ids.ts';

/** What goes wrong with a request, by the name of its weather. */
export const faultKinds = [
  'notSent',
  'lostBefore',
  'lostAfter',
  'late',
  'duplicated',
  'broken',
  'malformed',
  'rateLimited',
  'intercepted',
  'tokenRefused',
  'listLagged',
  'listLied',
] as const;

type RequestKind = 'readSent' | 'updateSent' | 'answered' | 'wrote' | 'refused' | 'landedLate';
/** `copied` and `restored` are about a file of which edits waited in the snapshot. */
type ProgramKind = 'switchedOn' | 'crashed' | 'unplugged' | 'copied' | 'restored';
type PersonKind = 'edited' | 'held' | 'released' | 'discarded' | 'takenBack' | 'decided';
/** Of people who do everything the screens allow. */
type FurtherKind =
  /** An undo asked for the value from before what was sent, or may have been; partly: it discarded other edits. */
  | 'undone'
  | 'undonePartly'
  | 'redone'
  /** Of discarded edits, by hand. */
  | 'putBack'
  /** Of an edit that would have come back below a newer one. */
  | 'askedAnew'
  | 'undoDecided'
  /** Of a change set that has come to rest, or still waits, in another file. */
  | 'decidedOneOfSeveral'
  | 'retried'
  | 'ruleChosen'
  /** While a newer edit of the file waits. */
  | 'fieldDiscarded';

export type HappeningKind = (typeof faultKinds)[number] | RequestKind | ProgramKind | PersonKind | FurtherKind;

/** One moment of a story. A `wrote` without a workstation is a stranger's; an `id` of null is about no file. */
export type Happening = {
  readonly kind: HappeningKind;
  readonly workstation: string | null;
  readonly id: FileId | null;
};

export type Happened = (kind: HappeningKind, workstation: string | null, id?: FileId | null) => void;
