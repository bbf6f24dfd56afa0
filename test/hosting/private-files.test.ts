import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'pinfold-private-files-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const subject = new URL('../../electron/hosting/private-files.ts', import.meta.url).href;

/** A Windows where another program holds each new file once, and a program that does nothing but write one. */
const script = (path: string): string => `
  import fs from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  Object.defineProperty(process, 'platform', { value: 'win32' });
  const { rename } = fs;
  let isHeld = true;
  fs.rename = async (from, to) => {
    if (!isHeld) return await rename(from, to);
    isHeld = false;
    throw Object.assign(new Error('EPERM: operation not permitted, rename'), { code: 'EPERM' });
  };
  syncBuiltinESMExports();
  const { writePrivateFile } = await import(${JSON.stringify(subject)});
  await writePrivateFile(${JSON.stringify(path)}, 'kept');
`;

test('a program that waits for nothing but a held file stays until the file is written', () => {
  const path = join(folder, 'pending.json');
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script(path)], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(readFileSync(path, 'utf8')).toBe('kept');
});
