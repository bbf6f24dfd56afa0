import type { Updates } from '../../../../src/contract/updates.ts';
import { ok } from '../../../../src/domain/core/result.ts';
import type { fakeBridge } from '../../../support/fake-bridge.ts';

/** The updates of a program that has looked for none; a test says how far it is. */
export class UpdateAnswers {
  readonly #bridge: ReturnType<typeof fakeBridge>;
  #now: Updates = {
    state: { kind: 'notConfigured' },
    problem: null,
    isDaily: false,
    checkedAtMs: null,
    isWebHost: false,
    filesWithEdits: 0,
  };

  constructor(bridge: ReturnType<typeof fakeBridge>) {
    this.#bridge = bridge;
    const now = () => ok(this.#now);
    bridge.answer('updates.get', now);
    bridge.answer('updates.check', now);
    bridge.answer('updates.choose', ({ isDaily }) => {
      this.#now = { ...this.#now, isDaily };
      return now();
    });
    bridge.answer('updates.download', now);
    bridge.answer('updates.show', () => ok({ isOpened: false }));
    bridge.answer('updates.notes', () => ok({ isOpened: true }));
  }

  become(now: Partial<Updates>): void {
    this.#now = { ...this.#now, ...now };
    this.#bridge.announce('updates.changed');
  }
}
