import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { downloadPackage } from '../../electron/updates/download-package.ts';
import { ok } from '../../src/domain/core/result.ts';
import { temporaryDirectory } from '../support/database.ts';

const content = Buffer.from('package');
const sha512 = createHash('sha512').update(content).digest('hex');
const file = { name: 'pinfold-2.0.0.exe', kind: 'setup', arch: 'x64', sizeBytes: content.length, sha512 } as const;

/** Work on files that another program refuses once. */
function heldOnce<Given extends unknown[]>(work: (...given: Given) => Promise<void>) {
  let isHeld = true;
  return async (...given: Given): Promise<void> => {
    if (!isHeld) return await work(...given);
    isHeld = false;
    throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
  };
}

test('a package that a virus scanner of Windows reads meanwhile gets its name, and an older one goes', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'pinfold-1.5.0.exe'), 'older');
  const ports = {
    ...{ directory, rename: heldOnce(rename), rm: heldOnce(rm), progress: () => undefined },
    held: { wait: async () => undefined, platform: 'win32' },
    fetch: async () => new Response(content),
  };
  const source = { url: 'https://releases.test', publicKey: '' };
  const path = await downloadPackage(source, file, ports, new AbortController().signal);
  expect([path, readdirSync(directory)]).toEqual([ok(join(directory, file.name)), [file.name]]);
});
