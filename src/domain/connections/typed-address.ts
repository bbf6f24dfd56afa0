import { fail, ok, type Result } from '../core/result.ts';
import { hostsOfThisComputer, isHttpOnThisComputer } from '../core/this-computer.ts';

/** An address as a person typed it, with the scheme that was put in front; null where nothing was. */
export type CompletedAddress = { readonly text: string; readonly scheme: 'https://' | 'http://' | null };

/** A host with a dot or of this computer, perhaps with a port and a path: what people type when they leave out the scheme. */
const BARE_ADDRESS = /^(localhost|[^\s:/@?#]+\.[^\s:/@?#]+)(:\d+)?(\/\S*)?$/i;

/** Puts the scheme in front of an address without one: `https://`, and `http://` for this computer, which has no certificate. */
export function completedAddress(typed: string): CompletedAddress {
  const text = typed.trim();
  const host = BARE_ADDRESS.exec(text)?.[1];
  if (host === undefined) return { text: typed, scheme: null };
  const scheme = hostsOfThisComputer.includes(host.toLowerCase()) ? 'http://' : 'https://';
  return { text: `${scheme}${text}`, scheme };
}

/** Whether a base address names no version in its path, such as `/v3`. */
export const lacksVersion = (baseUrl: string): boolean => !/\/v\d[\w.-]*(\/|$)/i.test(new URL(baseUrl).pathname);

/** Why a base address cannot be used. */
export type BaseUrlProblem = 'notAnAddress' | 'notHttps' | 'hasUserinfo' | 'hasQueryOrFragment';

/**
 * Reads a base address as a person types it: https, or http on this computer only; without user info, query and fragment.
 *
 * @param isSafeHttp which addresses of plain http are accepted
 * @returns the address without trailing slashes
 */
export function parseBaseUrl(
  text: string,
  isSafeHttp: (url: URL) => boolean = isHttpOnThisComputer,
): Result<string, BaseUrlProblem> {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return fail('notAnAddress');
  const url = new URL(trimmed);
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && isSafeHttp(url));
  if (!secure) return fail(/^https?:$/.test(url.protocol) ? 'notHttps' : 'notAnAddress');
  if (url.username !== '' || url.password !== '') return fail('hasUserinfo');
  if (url.search !== '' || url.hash !== '') return fail('hasQueryOrFragment');
  return ok(`${url.origin}${url.pathname.replace(/\/+$/, '')}`);
}
