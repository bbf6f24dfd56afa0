import type { Conflict } from '../../contract/changes.ts';
import type { Choice } from '../../domain/edits/requeue.ts';
import { type Field, type FieldValue, metadataKey } from '../../domain/files/field.ts';
import type { FileKey } from '../../domain/core/ids.ts';
import { textProblem, valueProblem, type TextProblem } from '../../domain/core/text.ts';

/** The value of one field once the person uses the result; `undecided` while they have not chosen. */
export type ResolutionPreview =
  | { readonly field: Field; readonly kind: 'undecided' }
  | {
      readonly field: Field;
      readonly kind: 'decided';
      readonly value: string | null;
      /** The value that gives way and stays in the record's history. */
      readonly lost: { readonly from: 'mine' | 'server'; readonly value: string | null };
    };

/** A choice, and the service's value that the person saw when they made it. */
export type Decision = { readonly field: Field; readonly choice: Choice; readonly server: FieldValue };

type FieldChoice = Pick<Decision, 'field' | 'choice'>;

/**
 * One file with changes on both sides, while a person decides. No choice is made beforehand: only a person who has seen
 * a value of somebody else overwrites it.
 */
export class FileConflictState {
  #conflicts = $state.raw<readonly Conflict[]>([]);
  #choices = $state.raw<readonly FieldChoice[]>([]);
  /** The value last written by hand, by field: another choice, and another value of the server, leave it. */
  // Bookkeeping: no view reads it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #written = new Map<Field, string>();

  readonly previews = $derived(this.#conflicts.map((one) => this.#previewOf(one)));
  readonly undecided = $derived(this.previews.filter((one) => one.kind === 'undecided').length);
  readonly isDecided = $derived(
    this.undecided === 0 && this.#conflicts.every((one) => this.problemOf(one.field) === null),
  );

  constructor(conflicts: readonly Conflict[]) {
    this.#conflicts = conflicts;
  }

  get conflicts(): readonly Conflict[] {
    return this.#conflicts;
  }

  get key(): FileKey | null {
    return this.#conflicts[0]?.key ?? null;
  }

  get fileName(): string | null {
    return this.#conflicts[0]?.fileName ?? null;
  }

  /** The field that the keys are about while none has the focus: the first undecided one, else the first. */
  get next(): Conflict | undefined {
    return this.#conflicts.find(({ field }) => this.choiceOf(field) === null) ?? this.#conflicts[0];
  }

  choiceOf(field: Field): Choice | null {
    return this.#choices.find((one) => one.field === field)?.choice ?? null;
  }

  choose(field: Field, choice: Choice): void {
    if (choice.kind === 'byHand') this.#written.set(field, choice.value ?? '');
    this.#choices = [...this.#choices.filter((one) => one.field !== field), { field, choice }];
  }

  /** Starts from the value last written by hand, else from the person's own value. */
  chooseByHand(field: Field): void {
    if (this.choiceOf(field)?.kind === 'byHand') return;
    const mine = this.#conflicts.find((one) => one.field === field)?.mine ?? '';
    this.choose(field, { kind: 'byHand', value: this.#written.get(field) ?? mine });
  }

  /** The problem of the value written by hand; null when it has none, or when the choice is another. */
  problemOf(field: Field): TextProblem | null {
    const choice = this.choiceOf(field);
    if (choice?.kind !== 'byHand' || choice.value === null) return null;
    return metadataKey(field) === null ? textProblem(choice.value) : valueProblem(choice.value);
  }

  /** Takes the conflicts as they are now. A choice stays only while both values are those that the person chose between. */
  update(conflicts: readonly Conflict[]): void {
    const before = this.#conflicts;
    const stillMeant = ({ field }: FieldChoice): boolean => {
      const then = before.find((one) => one.field === field);
      return conflicts.some((now) => now.field === field && now.server === then?.server && now.mine === then.mine);
    };
    this.#choices = this.#choices.filter(stillMeant);
    this.#conflicts = conflicts;
  }

  /** In the order of the table; only fields that have been decided. */
  get decisions(): readonly Decision[] {
    return this.#conflicts.flatMap(({ field, server }) => {
      const choice = this.choiceOf(field);
      return choice === null ? [] : [{ field, choice, server }];
    });
  }

  get serverForAll(): readonly Decision[] {
    return this.#conflicts.map(({ field, server }) => ({ field, choice: { kind: 'server' }, server }));
  }

  #previewOf(conflict: Conflict): ResolutionPreview {
    const { field } = conflict;
    const choice = this.choiceOf(field);
    if (choice === null) return { field, kind: 'undecided' };
    const from = choice.kind === 'server' ? 'mine' : 'server';
    const value = choice.kind === 'byHand' ? choice.value : conflict[choice.kind];
    return { field, kind: 'decided', value, lost: { from, value: conflict[from] } };
  }
}
