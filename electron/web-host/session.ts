import type { IncomingHttpHeaders } from 'node:http';
import { Invitations, isEqual, newSecret } from './invitations.ts';

/** The subprotocol of the page's WebSocket. The page offers its socket secret as a second one. */
export const subprotocol = 'pinfold';

/**
 * Admits the person with a one-time address and the pages from there. Comparing the whole Host and Origin stops other
 * sites, and foreign names that resolve to this computer (DNS rebinding).
 *
 * Two secrets admit a page. The cookie opens the files of the page. Browsers send it to every port of 127.0.0.1 (RFC
 * 6265, 8.5), so it opens nothing else. The socket secret opens the bridge; the page keeps it in its local storage,
 * which belongs to one port (HTML Standard, "Origin").
 */
export class Session {
  /** `http://127.0.0.1:PORT`, or as browsers write it for port 80: without one (URL Standard, "default port") */
  readonly origin: string;
  readonly socketSecret = newSecret();
  readonly #cookieSecret = newSecret();
  readonly #cookieName: string;
  readonly #host: string;
  /** Invitations of persons, in addresses. */
  readonly #addresses: Invitations;
  /** Invitations of pages that came by an address, to fetch the socket secret. */
  readonly #pages: Invitations;

  /** @param nowMs a monotonic clock */
  constructor(port: number, nowMs: () => number = () => performance.now()) {
    const { host, origin } = new URL(`http://127.0.0.1:${port}`);
    this.#host = host;
    this.origin = origin;
    // The port in the name keeps two running Pinfolds apart.
    this.#cookieName = `pinfold-${port}`;
    this.#addresses = new Invitations(nowMs);
    this.#pages = new Invitations(nowMs);
  }

  /** Makes an entry address. It admits one browser, within a minute. */
  newAddress(): string {
    return `${this.origin}${entrance}${this.#addresses.make()}`;
  }

  isEntrance(pathname: string): boolean {
    return pathname.startsWith(entrance);
  }

  /** Uses an entry address up. @returns where its page starts, with the page's own invitation; null when it is not valid */
  enter(pathname: string): string | null {
    return this.#addresses.accept(pathname.slice(entrance.length)) ? `/#invitation=${this.#pages.make()}` : null;
  }

  /** Uses a page's invitation up. @returns the socket secret, or null */
  exchange(invitation: string): string | null {
    return this.#pages.accept(invitation) ? this.socketSecret : null;
  }

  get cookie(): string {
    return `${this.#cookieName}=${this.#cookieSecret}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** Whether a request names this host, and comes from no page or from a page of this host. */
  isAddressed(headers: IncomingHttpHeaders): boolean {
    return headers.host === this.#host && (headers.origin === undefined || headers.origin === this.origin);
  }

  hasCookie(headers: IncomingHttpHeaders): boolean {
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.some((pair) => isEqual(pair, `${this.#cookieName}=${this.#cookieSecret}`));
  }

  /** Whether a page of this host asks for the bridge, with both secrets. */
  opensBridge(headers: IncomingHttpHeaders): boolean {
    const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    const hasSecret = offered.some((name) => isEqual(name, this.socketSecret));
    return headers.origin !== undefined && this.isAddressed(headers) && this.hasCookie(headers) && hasSecret;
  }
}

const entrance = '/enter/';
