import type { TokenVault } from '../host.ts';

/** A vault that keeps tokens until the process ends. */
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

/** Names every token of a vault to the log, which keeps it out of its lines. @param addSecret the log's `addSecret` */
export function redactingVault(vault: TokenVault, addSecret: (token: string) => void): TokenVault {
  return {
    ...vault,
    save: (connectionId, token) => {
      addSecret(token);
      return vault.save(connectionId, token);
    },
    load: async (connectionId) => {
      const token = await vault.load(connectionId);
      if (token !== null) addSecret(token);
      return token;
    },
  };
}
