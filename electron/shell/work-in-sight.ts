import type { Core } from '../host.ts';
import { noticeLanguageOf, trayChoiceOf } from '../hosting/host-language.ts';
import { noWork, type OpenWork, watchWork } from '../hosting/open-work.ts';
import { replayNotices, type ReplayNoticePorts } from './replay-notices.ts';
import { AppTray, type TrayIcon } from './tray.ts';

/** The icon of the app, as far as it says how the work stands. */
type AppIcon = {
  /** 0 takes the badge away. Only the dock of macOS and some Linux desktops have one (Electron, `app.setBadgeCount`). */
  readonly setBadge: (count: number) => void;
  /** From 0 to 1; -1 takes the bar away (Electron, `BrowserWindow.setProgressBar`). */
  readonly setProgress: (share: number) => void;
};

/** @returns shows on the icon how many files need the person, and how far a replay is */
export function workOnIcon(icon: AppIcon): (work: OpenWork) => void {
  let shown = noWork;
  return (work) => {
    if (work.needsPerson !== shown.needsPerson) icon.setBadge(work.needsPerson);
    if (work.progress !== shown.progress) icon.setProgress(work.progress ?? -1);
    shown = work;
  };
}

type Ports = AppIcon &
  Pick<ReplayNoticePorts, 'notify' | 'isLookedAt' | 'onLook'> & {
    readonly makeTrayIcon: () => TrayIcon;
    /** Brings a window to the front, or opens one. */
    readonly showApp: () => void;
    readonly quit: () => void;
    /** Locales of the system, the favourite one first. */
    readonly preferredLanguages: () => readonly string[];
  };

/**
 * Shows how the work stands where the person sees it without a window: on the icon of the app, in the tray, in notifications.
 *
 * @returns the tray, which says whether the app may go on without a window
 */
export function showWork(core: Core, ports: Ports): AppTray {
  const preferred = ports.preferredLanguages;
  const onIcon = workOnIcon(ports);
  const tray = new AppTray({
    ...{ make: ports.makeTrayIcon, show: ports.showApp, quit: ports.quit },
    choice: () => trayChoiceOf(core, preferred()),
  });
  const notice = replayNotices({ ...ports, language: () => noticeLanguageOf(core, preferred()) });
  watchWork(core, (work) => {
    onIcon(work);
    tray.tell(work);
    void notice(work);
  });
  core.listen(({ name }) => {
    if (name === 'preferences.changed') void tray.follow();
  });
  void tray.follow();
  return tray;
}
