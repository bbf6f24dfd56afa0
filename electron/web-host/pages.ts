import type { IncomingMessage, RequestListener } from 'node:http';
import { securityHeaders } from '../hosting/headers.ts';
import type { PageFiles } from '../hosting/page-files.ts';
import type { Session } from './session.ts';

type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
};

/** Answers HTTP requests: the entry address, the files of the page, and a message for everything else. */
export function pageListener(session: Session, files: PageFiles, report: (error: unknown) => string): RequestListener {
  return (request, response) => {
    void answer(request, session, files)
      .catch((error: unknown) => sentence(500, `Something broke in Pinfold (reference ${report(error)}).`))
      .then(({ status, headers, body }) => {
        response.writeHead(status, {
          ...securityHeaders("'self'"),
          'Content-Length': Buffer.byteLength(body),
          ...headers,
        });
        response.end(request.method === 'HEAD' ? undefined : body);
      });
  };
}

async function answer(request: IncomingMessage, session: Session, files: PageFiles): Promise<Answer> {
  const { method, headers, url = '/' } = request;
  if (!session.isAddressed(headers)) return sentence(403, 'This address is not the one that Pinfold printed.');
  if (method !== 'GET' && method !== 'HEAD')
    return sentence(405, 'Only pages are served here.', { Allow: 'GET, HEAD' });
  const [pathname = '/'] = url.split(/[?#]/, 1);
  if (session.opens(pathname)) return entered(session, headers['sec-fetch-site']);
  if (!session.hasCookie(headers)) {
    return sentence(403, 'Open Pinfold with the address that it printed when it started, in this browser.');
  }
  const file = await files.read(pathname);
  return file === null ? sentence(404, 'Pinfold has no such page.') : { status: 200, ...file };
}

/** Sets the cookie and redirects to the address without the secret, which so stays out of the browser's history. */
function entered(session: Session, fetchSite: string | string[] | undefined): Answer {
  const headers = { 'Set-Cookie': session.cookie, 'Cache-Control': 'no-store' };
  if (fetchSite !== 'cross-site') return { status: 303, headers: { ...headers, Location: '/' }, body: '' };
  // A redirect that started on another site sends no SameSite=Strict cookie (RFC 6265bis, 5.2); a refresh does.
  const step = '<!doctype html><meta http-equiv="refresh" content="0; url=/"><a href="/">Pinfold</a>';
  return { status: 200, headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' }, body: step };
}

const sentence = (status: number, message: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  body: `${message}\n`,
});
