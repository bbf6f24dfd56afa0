import type { WebContents } from 'electron';
import { hostClock, type HostClock } from '../hosting/clock.ts';
import { hostWords } from '../hosting/host-words.ts';
import type { Log } from '../host.ts';

/** A page that ends again so soon after a reload would end for ever. */
const BETWEEN_RELOADS_MS = 60_000;

export type RevivalPorts = {
  readonly log: Pick<Log, 'error'>;
  /** Says a sentence to the person. */
  readonly tell: (sentence: string) => void;
  readonly language: () => Promise<keyof typeof hostWords>;
};

/**
 * Loads a page again whose process ended: its window stays, and does nothing by itself (Electron, `render-process-gone`).
 * Where the page ends again within `BETWEEN_RELOADS_MS`, a box says so.
 */
export function revivePage(
  contents: Pick<WebContents, 'on' | 'isDestroyed' | 'reload'>,
  { log, tell, language }: RevivalPorts,
  { nowMs, after }: Pick<HostClock, 'nowMs' | 'after'> = hostClock,
): void {
  let reloadedMs = Number.NEGATIVE_INFINITY;
  const reload = (): void => {
    if (!contents.isDestroyed()) contents.reload();
  };
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    const reference = log.error(new Error(`The process of a page ended: ${reason}, code ${exitCode}`));
    if (reason === 'clean-exit') return;
    if (nowMs() - reloadedMs >= BETWEEN_RELOADS_MS) {
      reloadedMs = nowMs();
      // Electron still takes the ended process down while it tells of it.
      after(0, reload);
      return;
    }
    void language().then((spoken) => {
      const words = hostWords[spoken];
      tell(words.pageEndedAgain(words.inLog(reason, reference)));
    });
  });
}
