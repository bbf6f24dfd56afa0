import { noWork, type OpenWork } from '../hosting/open-work.ts';

/** The icon of the app, as far as it says how the work stands. */
export type AppIcon = {
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
