import type { Preferences } from '../../contract/app.ts';
import type { Bridge } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';

/** What the person chose about looks and keys; until the core answers, what fits most people. */
export class PreferencesState {
  readonly #bridge: Bridge;
  #chosen = $state.raw<Preferences>({
    ...{ theme: 'system', letterKeys: true, logLevel: 'errors' },
    ...{ keyAlertDays: 7, keyNotices: true },
  });
  #failure = $state.raw<Failure | null>(null);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get theme(): Preferences['theme'] {
    return this.#chosen.theme;
  }
  get letterKeys(): boolean {
    return this.#chosen.letterKeys;
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
  get failure(): Failure | null {
    return this.#failure;
  }

  async load(): Promise<void> {
    const reply = await this.#bridge.ask('app.preferences', null);
    if (reply.ok) this.#chosen = reply.value;
  }

  /** Takes effect at once; a choice that could not be stored is taken back and said. */
  async choose(wanted: Partial<Preferences>): Promise<void> {
    const before = this.#chosen;
    this.#chosen = { ...before, ...wanted };
    const reply = await this.#bridge.ask('app.setPreferences', wanted);
    this.#failure = reply.ok ? null : reply.failure;
    this.#chosen = reply.ok ? reply.value : before;
  }
}
