import type { Log } from '../host.ts';
import { hostClock } from './clock.ts';

/** How long closing may take before the process ends without it; what is queued is already on disk by then. */
const limitMs = 10_000;

/**
 * The one way out of a process: closes once, however often it is asked to, then exits.
 *
 * @param close finishes what is being written
 * @param exit called with 0, or with the code of the reason that came first
 */
export function shutdown(
  log: Log,
  close: () => Promise<void>,
  exit: (code: number) => void,
  { after } = hostClock,
): (code: number) => void {
  let begun = false;
  return (code) => {
    if (begun) return;
    begun = true;
    after(limitMs, () => exit(code || 1));
    void close().then(
      () => exit(code),
      (error: unknown) => {
        log.error(error);
        exit(code || 1);
      },
    );
  };
}

/** The last net: a bug that nothing else caught is written down, told with its reference, and ends the process. */
export function catchBugs(log: Log, end: (reference: string) => void): void {
  const caught = (error: unknown): void => end(log.error(error));
  process.on('uncaughtException', caught);
  process.on('unhandledRejection', caught);
}

export const bugMessage = (reference: string): string =>
  `Pinfold had to stop because of a fault in it (reference ${reference}). Your edits are kept.`;
