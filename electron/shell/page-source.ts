import type { CustomScheme, WebContents } from 'electron';
import { securityHeaders } from '../hosting/headers.ts';
import type { PageFiles } from '../hosting/page-files.ts';

/** The scheme of the app's own page: an origin that no file and no site shares. */
export const pageScheme: CustomScheme = {
  scheme: 'app',
  // Not `corsEnabled`: it would permit other origins to fetch from here, and enforces nothing.
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

/** Where the one page comes from, and what it may load. */
export type PageSource = {
  readonly origin: string;
  readonly address: string;
  readonly mayLoad: (url: string) => boolean;
  /** Whether a window at this address still shows the page; what follows `#` is the page's own affair. */
  readonly isPage: (url: string) => boolean;
};

const bundle: PageSource = {
  origin: 'app://bundle',
  address: 'app://bundle/',
  mayLoad: (url) => url.startsWith('app://bundle/'),
  isPage: (url) => withoutHash(url) === 'app://bundle/',
};

/**
 * The built page; or, only where the app is run from its sources, the development server that electron-vite names.
 *
 * @param developmentUrl such as `http://localhost:5173`
 */
export function pageSource(developmentUrl: string | undefined, isPackaged: boolean): PageSource {
  if (developmentUrl === undefined || isPackaged) return bundle;
  const { origin, host } = new URL(developmentUrl);
  return {
    origin,
    address: `${origin}/`,
    mayLoad: (url) => ['http:', 'ws:', 'devtools:'].includes(new URL(url).protocol) && new URL(url).host === host,
    isPage: (url) => withoutHash(url) === `${origin}/`,
  };
}

const withoutHash = (url: string): string => url.replace(/#.*$/s, '');

/** Answers requests of the page from the built files, with the headers that confine it. */
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

/** What is known about who sent a message to the main process. */
type Message = {
  readonly sender: Pick<WebContents, 'id'>;
  /** null once the frame has navigated or gone. */
  readonly senderFrame: { readonly parent: unknown; readonly origin: string } | null;
};

/** Whether a message comes from the top frame of our page in our window, and from nobody else. */
export const isOurPage = ({ sender, senderFrame }: Message, origin: string, contentsId: number): boolean =>
  senderFrame !== null && senderFrame.parent === null && senderFrame.origin === origin && sender.id === contentsId;
