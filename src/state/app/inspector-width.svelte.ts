import type { PreferencesState } from './preferences.svelte.ts';

/** The width of the inspector: what a person is drawing, else what they chose. */
export class InspectorWidthState {
  readonly #preferences: PreferencesState;
  #drawn = $state<number | null>(null);

  constructor(preferences: PreferencesState) {
    this.#preferences = preferences;
  }

  /** In pixels; null for the usual width. */
  get px(): number | null {
    return this.#drawn ?? this.#preferences.inspectorPx;
  }

  /** Takes the width under the pointer, which is not kept yet. @param px null where nothing is drawn any more */
  draw(px: number | null): void {
    this.#drawn = px;
  }

  /** Keeps a width. @param px null for the usual one */
  async choose(px: number | null): Promise<void> {
    this.#drawn = null;
    await this.#preferences.choose({ inspectorPx: px });
  }
}
