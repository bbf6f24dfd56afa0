import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Admits the person with the printed address and the pages from there. Comparing the whole Host and Origin stops other
 * sites, and foreign names that resolve to this computer (DNS rebinding).
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
    // Cookies ignore the port (RFC 6265, 8.5); the port in the name keeps two running Pinfolds apart.
    this.#cookieName = `pinfold-${port}`;
  }

  /** The entry address. It is valid as long as the host runs, also in a second tab and in another browser. */
  get address(): string {
    return `${this.origin}${entrance}${this.#secret}`;
  }

  opens(pathname: string): boolean {
    return pathname.startsWith(entrance) && equal(pathname.slice(entrance.length), this.#secret);
  }

  get cookie(): string {
    return `${this.#cookieName}=${this.#pass}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** Whether a request names this host, and comes from no page or from a page of this host. */
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
