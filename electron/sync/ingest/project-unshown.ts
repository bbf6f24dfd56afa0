import { retryUnshown } from '../outbox/project-edits.ts';
import type { SyncPorts } from '../ports.ts';

/** Projects the files again whose edits the mirror could not take, of every connection, until it does not take the next. */
export async function projectUnshown(ports: SyncPorts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && retryUnshown(ports)) {
    ports.announce('files.changed');
    await ports.clock.yieldToEventLoop();
  }
}
