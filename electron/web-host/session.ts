import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Who may speak to this host: whoever was given the printed address, and the pages that came from there. Host and
 * Origin are compared whole, which stops other sites and names that resolve to this machine.
 */
export class Session {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly #secret = randomBytes(32).toString('base64url');
  readonly #pass = randomBytes(32).toString('base64url');
  readonly #cookieName: string;
  readonly #host: string;

  constructor(port: number) {
    this.#host = `127.0.0.1:${port}`;
    this.origin = `http://${this.#host}`;
    // Browsers send a cookie to every port of a host; the port in the name keeps two Pinfolds apart.
    this.#cookieName = `pinfold-${port}`;
  }

  /** Where a person enters. It stays good for as long as the host runs: a second tab, another browser. */
  get address(): string {
    return `${this.origin}${entrance}${this.#secret}`;
  }

  opens(pathname: string): boolean {
    return pathname.startsWith(entrance) && equal(pathname.slice(entrance.length), this.#secret);
  }

  get cookie(): string {
    return `${this.#cookieName}=${this.#pass}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** Whether a request was addressed to this host, by nobody or by a page of this host. */
  isAddressed(headers: IncomingHttpHeaders): boolean {
    return headers.host === this.#host && (headers.origin === undefined || headers.origin === this.origin);
  }

  hasCookie(headers: IncomingHttpHeaders): boolean {
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.some((pair) => equal(pair, `${this.#cookieName}=${this.#pass}`));
  }
}

const entrance = '/enter/';

function equal(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
