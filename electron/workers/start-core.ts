import { hostClock, type HostClock } from '../hosting/clock.ts';
import { failedStarts } from '../hosting/failed-starts.ts';
import { CoreThread } from './core-thread.ts';
import type { CoreThreadsPorts } from './core-threads.ts';
import { PhasedCore } from './phased-core.ts';
import type { Announcement, Core, HostPorts, StartFailure } from '../host.ts';

type Started =
  /** `damage`: what keeps the core from running, which the page shows and a host may say too. */
  | { readonly ok: true; readonly value: Core; readonly damage: StartFailure | null }
  | { readonly ok: false; readonly failure: StartFailure };

const startThread: CoreThreadsPorts['startThread'] = (...given) => new CoreThread(...given);

/**
 * Starts the two threads of the core over one profile directory: the writer, which also talks to services, and the
 * reader, which answers the screens; or the recovery alone, where the profile does not start. The calling thread only
 * carries messages.
 */
export async function startCore(
  ports: HostPorts,
  start = startThread,
  { nowMs, after }: Pick<HostClock, 'nowMs' | 'after'> = hostClock,
): Promise<Started> {
  const announcements = new Set<(announcement: Announcement) => void>();
  const core = new PhasedCore({
    ...ports,
    starts: failedStarts(ports.profileDirectory, ports.log.error),
    startThread: start,
    announce: (name) => announcements.forEach((listener) => listener({ name, payload: null })),
    ...{ nowMs, after },
  });
  const failure = await core.start();
  if (failure !== null) return { ok: false, failure };
  return {
    ok: true,
    damage: core.damage,
    value: {
      ask: (name, input) => core.ask(name, input),
      listen: (listener) => {
        announcements.add(listener);
        return () => void announcements.delete(listener);
      },
      tell: (signal) => core.tell(signal),
      ended: core.ended,
      close: (isInOrder) => core.close(isInOrder),
    },
  };
}
