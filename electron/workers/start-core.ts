import { CoreThread } from './core-thread.ts';
import { CoreThreads, type CoreThreadsPorts } from './core-threads.ts';
import type { Announcement, Core, HostPorts, StartFailure } from '../host.ts';

type Started = { readonly ok: true; readonly value: Core } | { readonly ok: false; readonly failure: StartFailure };

const startThread: CoreThreadsPorts['startThread'] = (...given) => new CoreThread(...given);

/**
 * Starts the two threads of the core over one profile directory: the writer, which also talks to services, and the
 * reader, which answers the screens. The calling thread only carries messages.
 */
export async function startCore(ports: HostPorts, start = startThread): Promise<Started> {
  const announcements = new Set<(announcement: Announcement) => void>();
  const threads = new CoreThreads({
    ...ports,
    startThread: start,
    announce: (name) => announcements.forEach((listener) => listener({ name, payload: null })),
    nowMs: Date.now,
  });
  const failure = await threads.start();
  if (failure !== null) return { ok: false, failure };
  return {
    ok: true,
    value: {
      ask: (name, input) => threads.ask(name, input),
      listen: (listener) => {
        announcements.add(listener);
        return () => void announcements.delete(listener);
      },
      tell: (signal) => threads.tell(signal),
      ended: threads.ended,
      close: () => threads.close(),
    },
  };
}
