import { hostsOfThisComputer } from '../core/this-computer.ts';

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
