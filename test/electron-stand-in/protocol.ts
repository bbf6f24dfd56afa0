import type { CustomScheme } from 'electron';
import { record } from './record.ts';

type Answerer = (request: Request) => Response | Promise<Response>;

const answerers = new Map<string, Answerer>();

export const protocol = {
  registerSchemesAsPrivileged: (schemes: CustomScheme[]): void =>
    record('protocol.registerSchemesAsPrivileged', schemes),
  handle: (scheme: string, answerer: Answerer): void => {
    record('protocol.handle', scheme);
    answerers.set(scheme, answerer);
  },
};

// A browser without Electron cannot be taught a scheme. Each origin of ours is shown at an https origin that exists
// nowhere, so that what Chromium enforces per origin (policies, Trusted Types) is enforced here too.
const suffix = '.stand-in.invalid';

/** @returns `https://bundle.app.stand-in.invalid/x` for `app://bundle/x`; other addresses as they are */
export function toChromium(url: string): string {
  const { protocol: scheme, host, pathname, search, hash } = new URL(url);
  const name = scheme.slice(0, -1);
  return answerers.has(name) ? `https://${host}.${name}${suffix}${pathname}${search}${hash}` : url;
}

/** The way back. */
export function fromChromium(url: string): string {
  const { host, pathname, search, hash } = new URL(url);
  if (!host.endsWith(suffix)) return url;
  const [name = '', scheme = ''] = host.slice(0, -suffix.length).split('.');
  return `${scheme}://${name}${pathname}${search}${hash}`;
}

/** @returns null when no handler answers for the scheme of this address */
export function answererOf(url: string): Answerer | null {
  return answerers.get(new URL(url).protocol.slice(0, -1)) ?? null;
}
