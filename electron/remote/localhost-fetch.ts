import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { isSubdomainOfLocalhost } from '../../src/domain/core/this-computer.ts';

/**
 * Asks this computer for every subdomain of `localhost`, as browsers do, and leaves other hosts to another `fetch`. The
 * resolver of a system may not know such a name, or ask the network for it, where anybody may answer (RFC 6761, 6.3).
 */
export function localhostFetch(elsewhere: typeof globalThis.fetch): typeof globalThis.fetch {
  let here: Promise<Dispatcher> | null = null;
  return async (input, init) => {
    if (!isSubdomainOfLocalhost(new URL(input instanceof Request ? input.url : input)))
      return await elsewhere(input, init);
    here ??= agentOfThisComputer();
    // Node bundles undici of the same major version, but declares its dispatcher with types of its own.
    return await globalThis.fetch(input, Object.assign({}, init, { dispatcher: await here }));
  };
}

const lookUpLocalhost: LookupFunction = (_host, options, done) => lookup('localhost', options, done);

/** Loads undici with the first such request: most people have no gateway of that kind. */
async function agentOfThisComputer(): Promise<Dispatcher> {
  const { Agent } = await import('undici');
  return new Agent({ connect: { lookup: lookUpLocalhost } });
}
