import type { PracticeState } from '../../../src/contract/connections.ts';
import type { Connection } from '../../../src/domain/connections/connection.ts';
import type { Network } from '../../../src/domain/core/ids.ts';
import { ok } from '../../../src/domain/core/result.ts';
import type { SomeHandlers } from '../router.ts';

/** The handlers' port to the practice service on this computer. */
export type Practice = {
  /** Starts the practice service, unless it runs, and connects to it. */
  connect(): Promise<Connection>;
  state(): PracticeState;
  set(changed: Partial<Omit<PracticeState, 'running'>>): Promise<PracticeState>;
  editAsSomebodyElse(change: {
    readonly network: Network;
    readonly id: string;
    readonly name: string | null;
    readonly keyvalues: readonly (readonly [string, string | null])[];
  }): Promise<void>;
};

export const practiceHandlers = (practice: Practice) =>
  ({
    'practice.state': () => ok(practice.state()),
    'practice.set': async (changed) =>
      ok(await practice.set(Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)))),
    'practice.editAsSomebodyElse': async (change) => {
      await practice.editAsSomebodyElse(change);
      return ok(null);
    },
  }) satisfies SomeHandlers;
