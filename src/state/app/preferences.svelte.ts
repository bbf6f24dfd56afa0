import { type Appearance, type Preferences, type RowHeight, usualAppearance } from '../../contract/app.ts';
import type { Bridge } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { Language } from '../../domain/core/language.ts';
import { type ListColumns, usualColumns } from '../../domain/files/list-columns.ts';
import type { KeyChoices } from '../../domain/keyboard/keymap.ts';
import { noUpdates } from '../../domain/updates/update-state.ts';
import { Action } from './action.svelte.ts';

/** The person's preferences about looks and keys; the ones that fit most people until the core answers. */
export class PreferencesState {
  readonly #bridge: Bridge;
  /** The language of the words on the page, which stays as it is for as long as the page does. */
  spoken: Language = 'en';
  #stored: Preferences = {
    ...{ theme: 'system', letterKeys: true, keyChoices: {}, logLevel: 'errors' },
    ...{ keyAlertDays: 7, keyNotices: true, replayNotices: true, tray: false, guidedPractice: null },
    ...{
      fileColumns: usualColumns,
      rowHeight: 'usual',
      inspectorPx: null,
      appearance: usualAppearance,
      language: 'system',
      updates: noUpdates,
    },
  };
  /** Choices that the core has not answered yet, the newest last. */
  #underWay: readonly Partial<Preferences>[] = [];
  #chosen = $state.raw<Preferences>(this.#stored);
  readonly #choosing = new Action();
  /** What is stored was read while a choice was on its way, and not taken. */
  #isBehind = false;
  /** Bookkeeping: no view reads it. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #followers = new Set<() => void>();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get theme(): Preferences['theme'] {
    return this.#chosen.theme;
  }
  get letterKeys(): boolean {
    return this.#chosen.letterKeys;
  }
  get keyChoices(): KeyChoices {
    return this.#chosen.keyChoices;
  }
  get logLevel(): Preferences['logLevel'] {
    return this.#chosen.logLevel;
  }
  get keyAlertDays(): number {
    return this.#chosen.keyAlertDays;
  }
  get keyNotices(): boolean {
    return this.#chosen.keyNotices;
  }
  get replayNotices(): boolean {
    return this.#chosen.replayNotices;
  }
  get tray(): boolean {
    return this.#chosen.tray;
  }
  get guidedPractice(): Preferences['guidedPractice'] {
    return this.#chosen.guidedPractice;
  }
  get fileColumns(): ListColumns {
    return this.#chosen.fileColumns;
  }
  get inspectorPx(): number | null {
    return this.#chosen.inspectorPx;
  }
  get rowHeight(): RowHeight {
    return this.#chosen.rowHeight;
  }
  get appearance(): Appearance {
    return this.#chosen.appearance;
  }
  get language(): Preferences['language'] {
    return this.#chosen.language;
  }
  get failure(): Failure | null {
    return this.#choosing.failure;
  }

  async load(): Promise<void> {
    const reply = await this.#bridge.ask('app.preferences', null);
    // A choice on its way is newer, and its own answer holds what was chosen elsewhere too.
    this.#isBehind = this.#choosing.isBusy;
    if (reply.ok && !this.#isBehind) this.#take(reply.value);
  }

  /** Takes what is chosen in another window. @returns stops */
  watch(): () => void {
    return this.#bridge.listen('preferences.changed', () => void this.load());
  }

  /** Calls back after every change of the preferences. @returns stops following */
  follow(changed: () => void): () => void {
    this.#followers.add(changed);
    return () => this.#followers.delete(changed);
  }

  /** Takes effect at once. When the core cannot store a choice, the old one returns and `failure` says why. */
  async choose(wanted: Partial<Preferences>): Promise<void> {
    const choice = { ...wanted };
    this.#underWay = [...this.#underWay, choice];
    this.#take(this.#stored);
    const reply = await this.#choosing.runBeside(() => this.#bridge.ask('app.setPreferences', choice));
    this.#underWay = this.#underWay.filter((other) => other !== choice);
    this.#take(reply.ok ? reply.value : this.#stored);
    // A refusal holds nothing of what was chosen elsewhere.
    if (reply.ok) this.#isBehind = false;
    else if (this.#isBehind && !this.#choosing.isBusy) await this.load();
  }

  /** What is stored shows below the choices that are still under way: each of those has an answer of its own. */
  #take(stored: Preferences): void {
    this.#stored = stored;
    this.#chosen = this.#underWay.reduce<Preferences>((shown, choice) => ({ ...shown, ...choice }), stored);
    for (const changed of this.#followers) changed();
  }
}
