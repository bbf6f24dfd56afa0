import type { Core } from '../host.ts';
import { noticeLanguageOf, trayChoiceOf } from '../hosting/host-language.ts';
import { watchWork } from '../hosting/open-work.ts';
import { replayNotices, type ReplayNoticePorts } from './replay-notices.ts';
import { type AppIcon, workOnIcon } from './taskbar.ts';
import { AppTray, type TrayIcon } from './tray.ts';

type Ports = AppIcon &
  Pick<ReplayNoticePorts, 'notify' | 'isLookedAt'> & {
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
