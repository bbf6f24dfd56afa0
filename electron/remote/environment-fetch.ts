import type { Dispatcher } from 'undici';

type Environment = Readonly<Record<string, string | undefined>>;

/** Plain http is for this computer alone, and no proxy is ever asked for it. */
const THIS_COMPUTER = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Node's `fetch`, through the proxy that `HTTPS_PROXY` names unless `NO_PROXY` excepts the host; small letters count
 * first, as everywhere. What a proxy sees of it is the host's name: the token is inside the tunnel.
 *
 * A proxy that is not an `http:` or `https:` address is never passed by: then every request fails.
 */
export function environmentFetch(environment: Environment, fetch = globalThis.fetch): typeof globalThis.fetch {
  const named = (environment['https_proxy'] ?? environment['HTTPS_PROXY'] ?? '').trim();
  if (named === '') return fetch;
  const proxy = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`;
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol)) return unusable;
  const noProxy = [environment['no_proxy'] ?? environment['NO_PROXY'] ?? '', ...THIS_COMPUTER]
    .filter(Boolean)
    .join(',');
  let dispatcher: Promise<Dispatcher> | null = null;
  return async (input, init) => {
    dispatcher ??= proxied(proxy, noProxy);
    // The library and Node's copy of it are of one major version; only the types of the two do not know each other.
    return await fetch(input, Object.assign({}, init, { dispatcher: await dispatcher }));
  };
}

async function proxied(httpsProxy: string, noProxy: string): Promise<Dispatcher> {
  // Loaded by the first request through a proxy: it is a third of what the thread would load at start.
  const { EnvHttpProxyAgent } = await import('undici');
  return new EnvHttpProxyAgent({ httpProxy: '', httpsProxy, noProxy });
}

const unusable: typeof globalThis.fetch = () =>
  Promise.reject(Object.assign(new Error('The proxy cannot be used'), { code: 'ERR_PROXY_ADDRESS' }));
