import type { Session, WebContents } from 'electron';
import type { PageSource } from './page-source.ts';

/**
 * Keeps the page where it is: it may be loaded again, but goes nowhere else and hosts no other page. It never opens a
 * window itself; for one that shows the page, the app is asked, which makes it with every safety switch set.
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

/** Copying a name or an id writes text to the clipboard; nothing else of the machine is the page's business. */
const granted = 'clipboard-sanitized-write';

/** Denies every permission but the one above, every device, every screen and every request that leaves the app. */
export function guardSession(session: Session, source: PageSource): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) => {
    answer(permission === granted && isMainFrame && source.mayLoad(requestingUrl));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, origin, { isMainFrame }) =>
      permission === granted && isMainFrame && originOf(origin) === source.origin,
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !source.mayLoad(url) }));
  session.on('will-download', (event) => event.preventDefault());
}

/** Electron writes an origin here with a slash at its end. */
const originOf = (origin: string): string => origin.replace(/\/$/, '');
