import { openWorkOf } from '../../electron/hosting/open-work.ts';
import type { Core } from '../../electron/host.ts';
import { noOutcomes, noTicks, type Replay } from '../../src/domain/edits/replay.ts';

export type ConnectionWork = Parameters<typeof openWorkOf>[0][number];
type Status = ConnectionWork['status'];

export const noCounts: Status['counts'] = { waiting: 0, needsYou: 0, refused: 0, held: 0, gone: 0, parked: 0 };

export const workOf = (over: Partial<Status> = {}, name = 'Studio'): ConnectionWork => ({
  connection: { id: name, name },
  status: { work: 'none', counts: noCounts, replay: { current: null, ended: null }, ...over },
});

export const aReplay = (over: Partial<Replay>, counts: Partial<Replay['counts']> = {}): Replay => ({
  ...{ startedAtMs: 1, endedAtMs: null, activeMs: 1, waiting: 0, sets: {}, reasons: 0, ticks: noTicks },
  ...{ counts: { ...noOutcomes, ...counts }, ...over },
});

/** A core that answers how its connections stand, and announces when told. */
export function workingCore(all: () => readonly ConnectionWork[]) {
  const listeners = new Set<Parameters<Core['listen']>[0]>();
  let asked = 0;
  const core = {
    ask: () => {
      asked += 1;
      return Promise.resolve({ ok: true, value: all() });
    },
    listen: (listener: Parameters<Core['listen']>[0]) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  } as unknown as Core;
  const announce = (name: string): void => listeners.forEach((listener) => listener({ name, payload: null }));
  return { core, announce, asked: () => asked };
}
