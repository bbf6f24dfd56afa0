import type { Dispatcher } from 'undici';
import { hostsOfThisComputer } from '../../src/domain/core/this-computer.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Node's `fetch` through the proxy in `HTTPS_PROXY`, except for hosts in `NO_PROXY`. Lower-case names win, as in
 * undici's `EnvHttpProxyAgent`. The proxy sees only the host's name: the token is inside the tunnel (RFC 9110, 9.3.6).
 *
 * A proxy with another scheme than `http:` or `https:` fails every request: a direct connection would bypass it.
 */
export function environmentFetch(environment: Environment, fetch = globalThis.fetch): typeof globalThis.fetch {
  const named = (environment['https_proxy'] ?? environment['HTTPS_PROXY'] ?? '').trim();
  const excepted = (environment['no_proxy'] ?? environment['NO_PROXY'] ?? '').split(/[,\s]+/).filter(Boolean);
  // undici knows the asterisk only where nothing stands beside it, and this computer does below.
  if (named === '' || excepted.includes('*')) return fetch;
  const proxy = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`;
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol)) return unusable;
  const noProxy = [...excepted, ...hostsOfThisComputer].join(',');
  let dispatcher: Promise<Dispatcher> | null = null;
  return async (input, init) => {
    dispatcher ??= proxied(proxy, noProxy);
    // Node bundles undici of the same major version, but declares its dispatcher with types of its own.
    return await fetch(input, Object.assign({}, init, { dispatcher: await dispatcher }));
  };
}

async function proxied(httpsProxy: string, noProxy: string): Promise<Dispatcher> {
  // The first request through a proxy loads undici, which is a third of all code that the thread would load at start.
  const { EnvHttpProxyAgent } = await import('undici');
  return new EnvHttpProxyAgent({ httpProxy: '', httpsProxy, noProxy });
}

const unusable: typeof globalThis.fetch = () =>
  Promise.reject(Object.assign(new Error('The proxy cannot be used'), { code: 'ERR_PROXY_ADDRESS' }));
