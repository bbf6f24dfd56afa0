import type { TokenVault } from '../host.ts';

/** Tokens for as long as this process lives. */
export function memoryVault(): TokenVault {
  const tokens = new Map<string, string>();
  return {
    keeping: () => Promise.resolve('memory'),
    save: (connectionId, token) => {
      tokens.set(connectionId, token);
      return Promise.resolve('memory');
    },
    load: (connectionId) => Promise.resolve(tokens.get(connectionId) ?? null),
    forget: (connectionId) => {
      tokens.delete(connectionId);
      return Promise.resolve();
    },
  };
}

/** The same vault, which also tells the log what must never be written there. */
export function redactingVault(vault: TokenVault, hide: (token: string) => void): TokenVault {
  return {
    ...vault,
    save: (connectionId, token) => {
      hide(token);
      return vault.save(connectionId, token);
    },
    load: async (connectionId) => {
      const token = await vault.load(connectionId);
      if (token !== null) hide(token);
      return token;
    },
  };
}
