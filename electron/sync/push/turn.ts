import type { Field } from '../../../src/domain/files/field.ts';
import type { FailureClass } from '../../../src/domain/service/remote-failure.ts';

/** What a file's turn is for, beside sending its edits. */
export type Purpose =
  | { readonly kind: 'usual' }
  /** The service has just refused an update with removals: they wait for the next turn. */
  | { readonly kind: 'withoutRemovals' }
  /** The same where the metadata mode is unknown: only an accepted removal shows how this service removes a key. */
  | { readonly kind: 'onlyRemovals' }
  /** The metadata mode is unknown and other files wait for it: an accepted update is followed by a trial. */
  | { readonly kind: 'first' }
  /** The trial: an update that leaves out the metadata key of this field. */
  | { readonly kind: 'trial'; readonly field: Field };

export const usual: Purpose = { kind: 'usual' };

/** How one file's turn ended. A failure concerns the whole connection unless its class is about this file alone. */
export type Turn =
  | { readonly kind: 'done' }
  /** The file has another turn at once. */
  | { readonly kind: 'again'; readonly purpose: Purpose }
  | { readonly kind: 'failed'; readonly failureClass: FailureClass; readonly detail: string };

export const done: Turn = { kind: 'done' };
