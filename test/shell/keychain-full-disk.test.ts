import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/database.ts';

const subject = new URL('../../electron/shell/keychain-vault.ts', import.meta.url).href;

/** A program that saves a token through a keychain that keeps text as it is, and says where the token is kept. */
const saving = (profile: string, token: string): string => `
  import { keychainVault } from ${JSON.stringify(subject)};
  const keychain = {
    isAsyncEncryptionAvailable: () => Promise.resolve(true),
    encryptStringAsync: (text) => Promise.resolve(Buffer.from(text)),
  };
  const vault = keychainVault(keychain, ${JSON.stringify(profile)}, 'darwin');
  console.log(await vault.save('one', '${token}'), await vault.load('one'));
`;

/** Runs it where a file takes so many blocks. */
function save(profile: string, token: string, mostBlocks: number): string {
  const limited = ['-c', `ulimit -f ${mostBlocks}; exec "$@"`, 'sh', process.execPath, '--input-type=module', '--eval'];
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  return spawnSync('sh', [...limited, saving(profile, token)], { encoding: 'utf8', env }).stdout.trim();
}

// Windows has no such limit.
test.skipIf(process.platform === 'win32')(
  'a token that a full disk does not take stays in memory, and the next start does not find the older one',
  () => {
    const profile = temporaryDirectory();
    expect(save(profile, 'older-token', 100)).toBe('sealed older-token');
    expect(save(profile, 'newer-token', 0)).toBe('memory newer-token');
    expect(readdirSync(join(profile, 'tokens'))).toEqual([]);
  },
);
