import type { CustomScheme, WebContents } from 'electron';
import { isHttpOnThisComputer } from '../../src/domain/core/this-computer.ts';
import { type PageFiles, securityHeaders } from '../hosting/page-files.ts';

/** The scheme of the app's page, whose origin no file and no site shares. */
export const pageScheme: CustomScheme = {
  scheme: 'app',
  // `corsEnabled` stays off: it would let other origins fetch from this scheme (Electron, `CustomScheme`).
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

/** The address of the page, and the addresses that it may load. */
export type PageSource = {
  readonly origin: string;
  readonly address: string;
  readonly mayLoad: (url: string) => boolean;
  /** Whether a window at this address shows the page. The fragment after `#` is the page's route. */
  readonly isPage: (url: string) => boolean;
};

const bundle: PageSource = {
  origin: 'app://bundle',
  address: 'app://bundle/',
  mayLoad: (url) => url.startsWith('app://bundle/'),
  isPage: (url) => withoutHash(url) === 'app://bundle/',
};

/** How the app runs: from its sources or packaged, and whether a person asks for the development server. */
type Running = { readonly isDevelopment: boolean; readonly isPackaged: boolean };

/**
 * The built page, or electron-vite's development server. The page gets the bridge to every file and token, so an address
 * from the environment counts only where a developer asks for it, and only on this computer.
 *
 * @param developmentUrl such as `http://localhost:5173`
 */
export function pageSource(developmentUrl: string | undefined, { isDevelopment, isPackaged }: Running): PageSource {
  const server = developmentUrl === undefined || !URL.canParse(developmentUrl) ? null : new URL(developmentUrl);
  if (server === null || !isDevelopment || isPackaged || !isHttpOnThisComputer(server)) return bundle;
  const { origin, host } = server;
  return {
    origin,
    address: `${origin}/`,
    mayLoad: (url) => ['http:', 'ws:'].includes(new URL(url).protocol) && new URL(url).host === host,
    isPage: (url) => withoutHash(url) === `${origin}/`,
  };
}

const withoutHash = (url: string): string => url.replace(/#.*$/s, '');

/** Answers requests of the page from the built files, with the security headers. */
export function answerFrom(files: PageFiles): (request: Request) => Promise<Response> {
  const refusal = (status: number): Response => new Response(null, { status, headers: securityHeaders("'none'") });
  return async ({ url, method }) => {
    const { host, pathname } = new URL(url);
    if (host !== 'bundle') return refusal(404);
    if (method !== 'GET') return refusal(405);
    const file = await files.read(pathname);
    if (file === null) return refusal(404);
    return new Response(file.body, { headers: { ...securityHeaders("'none'"), ...file.headers } });
  };
}

/** The sender of a message to the main process. */
type Message = {
  readonly sender: Pick<WebContents, 'id'>;
  /** Null after the frame navigated or was destroyed (Electron, `IpcMainInvokeEvent`). */
  readonly senderFrame: { readonly parent: unknown; readonly origin: string } | null;
};

/** @returns whether a message came from the page of a window of the app (Electron, "Security", 17) */
export const senderCheck =
  (windows: { readonly has: (contentsId: number) => boolean }, { origin }: Pick<PageSource, 'origin'>) =>
  (message: Message): boolean =>
    windows.has(message.sender.id) && isOurPage(message, origin, message.sender.id);

/** Whether the top frame of the app's page, in the window with these contents, sent a message. */
export const isOurPage = ({ sender, senderFrame }: Message, origin: string, contentsId: number): boolean =>
  senderFrame !== null && senderFrame.parent === null && senderFrame.origin === origin && sender.id === contentsId;
