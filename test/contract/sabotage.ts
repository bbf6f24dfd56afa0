import { isObject, type JsonObject } from './ask.ts';
import type { Subject } from './check.ts';

/** Makes a subject of which something is wrong out of one that is right. */
export type Spoil = (right: Subject) => Subject;

/** A way of being wrong, and the checks that must notice it; all others must not. */
export type Sabotage = {
  readonly name: string;
  readonly spoil: Spoil;
  readonly noticedBy: readonly string[];
};

/** Changes the JSON of successful answers to requests whose method and URL match. */
export function answering(pattern: RegExp, change: (body: JsonObject, url: URL) => unknown): Spoil {
  return (right) => ({
    ...right,
    async fetch(url, init) {
      const response = await right.fetch(url, init);
      if (response.status !== 200 || !pattern.test(`${init.method} ${url}`)) return response;
      const body: unknown = await response.json();
      const spoiled = JSON.stringify(isObject(body) ? change(body, new URL(url)) : body);
      return new Response(spoiled, { status: 200, headers: response.headers });
    },
  });
}

/** Changes the member `data` of successful answers. */
export function inData(pattern: RegExp, change: (record: JsonObject) => unknown): Spoil {
  return answering(pattern, ({ data }) => ({ data: isObject(data) ? change(data) : data }));
}

/** Changes each listed key, or leaves it out for null. */
export function eachKey(change: (key: JsonObject, url: URL) => JsonObject | null): Spoil {
  return answering(/api_keys/, (body, url) => {
    const keys: unknown[] = Array.isArray(body['keys']) ? body['keys'] : [];
    return { ...body, keys: keys.map((key) => (isObject(key) ? change(key, url) : key)).filter((key) => key !== null) };
  });
}

/** Asks the service for another address than the caller did. */
export function askingAt(change: (url: string, method: string) => string): Spoil {
  return (right) => ({ ...right, fetch: (url, init) => right.fetch(change(url, init.method ?? 'GET'), init) });
}

/** Asks the service with other query parameters than the caller did. */
export function askingFor(change: (query: URLSearchParams) => void): Spoil {
  return askingAt((url) => {
    const other = new URL(url);
    change(other.searchParams);
    return other.href;
  });
}

/** Sends the service another update than the caller did. */
export function updating(change: (body: JsonObject) => JsonObject): Spoil {
  return (right) => ({
    ...right,
    fetch(url, init) {
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
      return right.fetch(url, isObject(body) ? { ...init, body: JSON.stringify(change(body)) } : init);
    },
  });
}

/**
 * Serves some callers as if they were allowed everything.
 *
 * @param whom by their Authorization header
 * @param where by method and URL
 */
export function serving(whom: (given: string | null, right: Subject) => boolean, where = /^/): Spoil {
  return (right) => ({
    ...right,
    fetch(url, init) {
      const headers = new Headers(init.headers);
      const isServed = where.test(`${init.method} ${url}`) && whom(headers.get('Authorization'), right);
      if (isServed) headers.set('Authorization', `Bearer ${right.token}`);
      return right.fetch(url, { ...init, headers });
    },
  });
}

/** Spoils a header, or leaves it out for null. @param where by method and URL */
export function withHeader(name: string, value: string | null, where = /^/): Spoil {
  return (right) => ({
    ...right,
    async fetch(url, init) {
      const response = await right.fetch(url, init);
      if (!where.test(`${init.method} ${url}`)) return response;
      const headers = new Headers(response.headers);
      if (value === null) headers.delete(name);
      else headers.set(name, value);
      return new Response(await response.arrayBuffer(), { status: response.status, headers });
    },
  });
}
