import { type Chord, chordOf, type KeyPress, LEADER } from '../../domain/keyboard/chord.ts';
import type { KeyProblem } from '../../domain/keyboard/keymap.ts';
import { canBeLed } from '../../domain/keyboard/reserved-keys.ts';
import type { ShortcutId } from '../../domain/keyboard/shortcuts.ts';
import type { KeymapState } from '../app/keymap.svelte.ts';

/** Why the keys that were pressed last are not the new ones. */
export type CaptureProblem = { readonly id: ShortcutId; readonly chord: Chord; readonly problem: KeyProblem };

/** What became of the keys last. */
export type CaptureOutcome =
  { readonly kind: 'changed' | 'swapped' | 'wasReset'; readonly id: ShortcutId } | { readonly kind: 'allReset' };

/** The person gives a shortcut other keys by pressing them. */
export class KeyCaptureState {
  readonly #keymap: KeymapState;
  #capturing = $state<ShortcutId | null>(null);
  #isLed = $state(false);
  #problem = $state.raw<CaptureProblem | null>(null);
  #outcome = $state.raw<CaptureOutcome | null>(null);

  constructor(keymap: KeymapState) {
    this.#keymap = keymap;
  }

  /** The shortcut that waits for its keys; null when none does. */
  get capturing(): ShortcutId | null {
    return this.#capturing;
  }
  /** The leader was pressed, and the second key is awaited. */
  get isLed(): boolean {
    return this.#isLed;
  }
  get problem(): CaptureProblem | null {
    return this.#problem;
  }
  get outcome(): CaptureOutcome | null {
    return this.#outcome;
  }

  begin(id: ShortcutId): void {
    this.leave();
    this.#outcome = null;
    this.#capturing = id;
  }

  /** Leaves all keys as they are. */
  leave(): void {
    this.#capturing = null;
    this.#isLed = false;
    this.#problem = null;
  }

  /** Takes a press. Keys that another shortcut has can be swapped; any others that cannot be leave the person another try. */
  async press(press: KeyPress): Promise<void> {
    const id = this.#capturing;
    const pressed = chordOf(press);
    if (id === null || pressed === null) return;
    if (pressed === 'Esc') return this.leave();
    if (pressed === LEADER && !this.#isLed && canBeLed(id)) return void (this.#isLed = true);
    const chord = this.#isLed ? `${LEADER} ${pressed}` : pressed;
    this.#isLed = false;
    const problem = this.#keymap.problemOf(id, chord);
    this.#problem = problem === null ? null : { id, chord, problem };
    if (problem?.kind === 'taken' && problem.canSwap) this.#capturing = null;
    if (problem === null) await this.#done({ kind: 'changed', id }, this.#keymap.choose(id, chord));
  }

  /** Gives the shortcut the keys that another one has, and that one its own. */
  async swap(): Promise<void> {
    if (this.#problem === null) return;
    const { id, chord } = this.#problem;
    await this.#done({ kind: 'swapped', id }, this.#keymap.swap(id, chord));
  }

  async reset(id: ShortcutId): Promise<void> {
    await this.#done({ kind: 'wasReset', id }, this.#keymap.reset(id));
  }

  async resetAll(): Promise<void> {
    await this.#done({ kind: 'allReset' }, this.#keymap.resetAll());
  }

  /** What could not be stored is no outcome: the preferences have the old keys again, and say why. */
  async #done(outcome: CaptureOutcome, change: Promise<boolean>): Promise<void> {
    this.leave();
    this.#outcome = null;
    if (await change) this.#outcome = outcome;
  }
}
