import type { IncomingMessage, RequestListener } from 'node:http';
import { type PageFiles, securityHeaders } from '../hosting/page-files.ts';
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
  if (session.isEntrance(pathname)) return entrance(session, pathname, request);
  if (!session.hasCookie(headers)) {
    return sentence(403, 'Open Pinfold with the address that it printed when it started, in this browser.');
  }
  if (pathname === '/socket-secret') return socketSecret(session, headers['pinfold-invitation']);
  const file = await files.read(pathname);
  return file === null ? sentence(404, 'Pinfold has no such page.') : { status: 200, ...file };
}

/**
 * Uses an entry address up. A browser that is in already is led to the page, as in a second tab. A look ahead (HEAD, or a
 * prefetch: Fetch Standard, `Sec-Purpose`) uses up nothing.
 */
function entrance(session: Session, pathname: string, { method, headers }: IncomingMessage): Answer {
  const isLookAhead = method === 'HEAD' || headers['sec-purpose'] !== undefined;
  const start = isLookAhead ? null : session.enter(pathname);
  if (start !== null) return entered(session, start, headers['sec-fetch-site']);
  if (session.hasCookie(headers))
    return { status: 303, headers: { 'Cache-Control': 'no-store', Location: '/' }, body: '' };
  return sentence(
    403,
    'This address was used, or is older than a minute. For a new one, start Pinfold again in a second terminal.',
  );
}

/** Sets the cookie and redirects to the page. The page takes its invitation out of the address. */
function entered(session: Session, start: string, fetchSite: string | string[] | undefined): Answer {
  const headers = { 'Set-Cookie': session.cookie, 'Cache-Control': 'no-store' };
  if (fetchSite !== 'cross-site') return { status: 303, headers: { ...headers, Location: start }, body: '' };
  // A redirect that started on another site or in a file sends no SameSite=Strict cookie (RFC 6265bis, 5.2); a refresh
  // does.
  const step = `<!doctype html><meta http-equiv="refresh" content="0; url=${start}"><a href="${start}">Pinfold</a>`;
  return { status: 200, headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' }, body: step };
}

/** The page's own header makes browsers refuse the request to every other site (Fetch Standard, "CORS preflight"). */
function socketSecret(session: Session, invitation: string | string[] | undefined): Answer {
  const secret = session.exchange(String(invitation));
  return secret === null ? sentence(403, 'This invitation is not valid.') : sentence(200, secret);
}

const sentence = (status: number, message: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  body: `${message}\n`,
});
