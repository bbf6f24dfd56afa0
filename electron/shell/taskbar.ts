import type { Core } from '../host.ts';
import { hostClock, type HostClock } from '../hosting/clock.ts';
import { noWork, type OpenWork, openWorkIn } from '../hosting/open-work.ts';

/** Announcements after which other numbers may hold. */
const TELLING = new Set(['changes.changed', 'connections.changed', 'status.changed']);

/** The dock and the taskbar change no oftener: a replay announces several files a second. */
const QUIET_MS = 1_000;

/** The icon of the app, as far as it says how the work stands. */
export type AppIcon = {
  /** 0 takes the badge away. Only the dock of macOS and some Linux desktops have one (Electron, `app.setBadgeCount`). */
  readonly setBadge: (count: number) => void;
  /** From 0 to 1; -1 takes the bar away (Electron, `BrowserWindow.setProgressBar`). */
  readonly setProgress: (share: number) => void;
};

/**
 * Shows on the icon how many files need the person, and how far a replay is. Asks only after the core has announced
 * something: an idle app has no timer here.
 *
 * @returns stops
 */
export function showOnIcon(core: Core, icon: AppIcon, { after }: Pick<HostClock, 'after'> = hostClock): () => void {
  let shown: OpenWork = noWork;
  let isDue = false;
  let hasStopped = false;
  const ask = async (): Promise<void> => {
    isDue = false;
    const work = await openWorkIn(core);
    if (hasStopped) return;
    if (work.needsPerson !== shown.needsPerson) icon.setBadge(work.needsPerson);
    if (work.progress !== shown.progress) icon.setProgress(work.progress ?? -1);
    shown = work;
  };
  const due = (): void => {
    if (isDue || hasStopped) return;
    isDue = true;
    after(QUIET_MS, () => void ask());
  };
  due();
  const stop = core.listen(({ name }) => {
    if (TELLING.has(name)) due();
  });
  return () => {
    hasStopped = true;
    stop();
  };
}
