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

export type HappeningKind = (typeof faultKinds)[number] | RequestKind | ProgramKind | PersonKind;

/** One moment of a story. A `wrote` without a workstation is a stranger's; an `id` of null is about no file. */
export type Happening = {
  readonly kind: HappeningKind;
  readonly workstation: string | null;
  readonly id: FileId | null;
};

export type Happened = (kind: HappeningKind, workstation: string | null, id?: FileId | null) => void;
