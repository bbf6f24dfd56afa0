import type { App } from 'electron';
import { singleFileOf } from '../hosting/single-file.ts';

type Start = {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The id that the build was made with; null for sources that run as they are. */
  readonly appId: string | null;
};

/** Names this app to Windows as what starts when a person clicks a notification. Never change it: shortcuts hold it. */
const TOAST_ACTIVATOR = '{CB100DE7-3C52-45FA-B679-A11E3355F358}';

const isInstalled = ({ isPackaged, env }: Pick<Start, 'isPackaged' | 'env'>): boolean =>
  isPackaged && singleFileOf(env, '') === null;

/**
 * Who the app is to Windows: the id that the installer wrote into its shortcut (Microsoft, "Application User Model IDs").
 * Electron's own, `electron.app.Pinfold`, would be a second app in the Start menu.
 *
 * @returns null where no installer wrote one
 */
export function windowsIdentity(start: Start): { readonly appId: string; readonly toastActivator: string } | null {
  const { platform, appId } = start;
  if (platform !== 'win32' || appId === null || !isInstalled(start)) return null;
  return { appId, toastActivator: TOAST_ACTIVATOR };
}

/** Tells Windows who the app is. Call before anything asks for notifications. */
export function takeIdentity(app: Pick<App, 'setAppUserModelId' | 'setToastActivatorCLSID'>, start: Start): void {
  const identity = windowsIdentity(start);
  if (identity === null) return;
  app.setAppUserModelId(identity.appId);
  app.setToastActivatorCLSID(identity.toastActivator);
}

/**
 * Whether to ask the system for notifications. On Windows the question itself writes a shortcut into the Start menu, which
 * nothing removes where nothing was installed.
 */
export const mayNotify = (start: Start): boolean => start.platform !== 'win32' || windowsIdentity(start) !== null;

/** Whether to register for links. On macOS and Linux the package does; a portable program would take them from an installed one. */
export const takesLinks = (start: Pick<Start, 'platform' | 'isPackaged' | 'env'>): boolean =>
  start.platform === 'win32' && isInstalled(start);

/** The program that a person started: a portable program and an AppImage run from a folder that goes when they end. */
export const programOf = ({ isPackaged, env }: Pick<Start, 'isPackaged' | 'env'>, running: string): string =>
  (isPackaged ? singleFileOf(env, running) : null) ?? running;

/** What a person types in front of the options: the program that they started, or the command of the sources. */
export const commandOf = (start: Pick<Start, 'isPackaged' | 'env'>, running: string): string =>
  start.isPackaged ? (programOf(start, running).split(/[\\/]/).at(-1) ?? running) : 'npm start --';
