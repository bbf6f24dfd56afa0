/** An address as a person typed it, with the scheme that was put in front; null where nothing was. */
export type CompletedAddress = { readonly text: string; readonly scheme: 'https://' | 'http://' | null };

const LOOPBACK = /^(localhost|127\.0\.0\.1)(:|\/|$)/i;

/** A host with a dot or of this computer, perhaps with a port and a path: what people type when they leave out the scheme. */
const BARE_ADDRESS = /^(localhost|[^\s:/@?#]+\.[^\s:/@?#]+)(:\d+)?(\/\S*)?$/i;

/** Puts the scheme in front of an address without one: `https://`, and `http://` for this computer, which has no certificate. */
export function completedAddress(typed: string): CompletedAddress {
  const text = typed.trim();
  if (!BARE_ADDRESS.test(text)) return { text: typed, scheme: null };
  const scheme = LOOPBACK.test(text) ? 'http://' : 'https://';
  return { text: `${scheme}${text}`, scheme };
}

/** Whether a base address names no version in its path, such as `/v3`. */
export const lacksVersion = (baseUrl: string): boolean => !/\/v\d[\w.-]*(\/|$)/i.test(new URL(baseUrl).pathname);
