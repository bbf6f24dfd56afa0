import { expect, test } from 'vitest';
import { memoryVault } from '../../electron/hosting/memory-vault.ts';
import { askVault } from '../../electron/workers/host-calls.ts';
import { boundTokens } from '../../electron/workers/writer/bound-tokens.ts';
import type { TokenVault } from '../../electron/host.ts';
import { connectionsTable } from '../../electron/database/profile/profile-tables.ts';
import { connectionId } from '../../src/domain/core/ids.ts';
import { SyncWorld } from '../support/sync-world.ts';

const connectionA = connectionId.parse('00000000-0000-4000-8000-000000000001');

/** The tokens of a profile over a vault, which answers as the host does. */
const over = (vault: TokenVault) =>
  boundTokens(
    { ask: (request) => askVault(vault, request).catch(() => null) },
    connectionsTable(new SyncWorld().outboxDb),
  );

test('a token is gone when the vault let it go', async () => {
  const tokens = over(memoryVault());
  await tokens.saveToken(connectionA, 'a-token');
  expect(await tokens.forgetToken(connectionA)).toBe(true);
  expect(await tokens.loadToken(connectionA)).toBeNull();
});

test('a token that the vault can neither open nor remove now is not gone', async () => {
  const locked = { load: () => Promise.resolve(null), forget: () => Promise.reject(new Error('it is held')) };
  const tokens = over({ ...memoryVault(), ...locked });
  await tokens.saveToken(connectionA, 'a-token');
  expect(await tokens.forgetToken(connectionA)).toBe(false);
});
