import { parseBaseUrl } from '../../src/domain/connections/connection.ts';

/** The calls' addresses under one base address; a token can be sent to none but these. */
export type UrlBuilder = {
  /** @returns null when a segment cannot be part of a path as it is */
  readonly at: (segments: readonly string[], query?: Readonly<Record<string, string>>) => URL | null;
};

/**
 * Builds addresses that stay on the base address's origin and below its path, whatever the segments are.
 *
 * @throws when the base address is not one that `parseBaseUrl` gives
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

/** `encodeURIComponent` leaves dots alone and throws on half a surrogate pair. */
const isPlainSegment = (segment: string): boolean =>
  segment !== '' && segment !== '.' && segment !== '..' && segment.isWellFormed();
