import type { App, CommandLine, Session, WebContents } from 'electron';
import type { PageSource } from './page-source.ts';

type Sandboxing = Pick<App, 'enableSandbox'> & { readonly commandLine: Pick<CommandLine, 'hasSwitch'> };

/**
 * Runs every process in Chromium's sandbox. An AppImage begins with `--no-sandbox` where the system keeps namespaces from
 * programs, and `enableSandbox` takes that switch away: the processes would then want the sandbox that Chromium's zygote has
 * started without. Each window names the sandbox among its options too.
 */
export function sandboxAll(app: Sandboxing): void {
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
}

/**
 * Confines the page: it may reload, but never leaves its address and embeds no other page. `openWindow` opens a further
 * window of the page with every security option set; the page itself opens none (Electron, "Security", 13 and 14).
 */
export function guardContents(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>,
  source: PageSource,
  openWindow: (url: string) => void,
): void {
  const stay = (event: Navigation): void => {
    if (!event.isMainFrame || !source.isPage(event.url)) event.preventDefault();
  };
  contents.setWindowOpenHandler(({ url }) => {
    if (source.isPage(url)) openWindow(url);
    return { action: 'deny' };
  });
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

type Navigation = { readonly url: string; readonly isMainFrame: boolean; readonly preventDefault: () => void };

/** Buttons of the page copy names and ids to the clipboard; the page needs no other permission. */
const granted = 'clipboard-sanitized-write';

/** The developer tools are a page in the session of the page that they look at, and load themselves from here. */
const developerTools = 'devtools://devtools/';

/** Denies every other permission, every device, every screen, every download and every request that leaves the app. */
export function guardSession(
  session: Session,
  source: PageSource,
  { isPackaged }: { readonly isPackaged: boolean },
): void {
  const mayLoad = (url: string): boolean => source.mayLoad(url) || (!isPackaged && url.startsWith(developerTools));
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) => {
    answer(permission === granted && isMainFrame && source.mayLoad(requestingUrl));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, origin, { isMainFrame }) =>
      permission === granted && isMainFrame && originOf(origin) === source.origin,
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !mayLoad(url) }));
  session.on('will-download', (event) => event.preventDefault());
}

/** Electron passes the origin to a permission check with a slash at its end. */
const originOf = (origin: string): string => origin.replace(/\/$/, '');
