import { parseBaseUrl } from '../../src/domain/connections/connection.ts';

/** Makes the URLs of one service's requests. A token goes to these URLs and to no other. */
export type UrlBuilder = {
  /** @returns null when a segment is empty, `.`, `..` or half a surrogate pair */
  readonly at: (segments: readonly string[], query?: Readonly<Record<string, string>>) => URL | null;
};

/**
 * The URL builder of a base address. Every URL stays on its origin and below its path, whatever the segments are.
 *
 * @throws Error when `parseBaseUrl` refuses the base address
 */
export function urlBuilder(baseUrl: string): UrlBuilder {
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) throw new Error(`Not a base address: ${parsed.failure}`);
  const base = new URL(parsed.value);
  const below = `${base.pathname.replace(/\/$/, '')}/`;
  return {
    at: (segments, query = {}) => {
      if (!segments.every(isPlainSegment)) return null;
      const url = new URL(`${base.origin}${below}${segments.map(encodeURIComponent).join('/')}`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.origin === base.origin && url.pathname.startsWith(below) ? url : null;
    },
  };
}

/** `encodeURIComponent` keeps dots and throws a URIError on half a surrogate pair (ECMA-262, Encode). */
const isPlainSegment = (segment: string): boolean =>
  segment !== '' && segment !== '.' && segment !== '..' && segment.isWellFormed();
