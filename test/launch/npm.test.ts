import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { npmCommand } from '../../electron/launch/npm.mjs';
import { run } from '../../electron/launch/run.mjs';
import { temporaryDirectory } from '../support/database.ts';

const words = ['pack', '--silent', 'D:\\my work\\npm', '--pack-destination', 'D:\\R&D (1)'];

test('npm is run without a shell by the Node that runs this, where npm has said where it lies', () => {
  const started = { env: { npm_execpath: 'C:\\Program Files\\npm-cli.js' }, node: 'C:\\node.exe' } as const;
  expect(npmCommand(words, { ...started, platform: 'win32' })).toEqual({
    program: 'C:\\node.exe',
    words: ['C:\\Program Files\\npm-cli.js', ...words],
    shell: false,
  });
});

test.each(['/usr/share/yarn/bin/yarn.js', '/usr/lib/corepack/dist/pnpm.js', 'C:\\corepack\\dist\\yarn.js'])(
  'who starts by another program than npm (%s) is given npm all the same, which alone knows the lockfile',
  (other) => {
    expect(npmCommand(words, { env: { npm_execpath: other }, platform: 'linux' })).toEqual({
      program: 'npm',
      words,
      shell: false,
    });
  },
);

test('npm is a batch file on Windows, and its shell gets a path with a blank or a sign of its own as one word', () => {
  expect(npmCommand(words, { env: {}, platform: 'win32' })).toEqual({
    program: 'npm pack --silent "D:\\my work\\npm" --pack-destination "D:\\R&D (1)"',
    words: [],
    shell: true,
  });
  expect(npmCommand(words, { env: {}, platform: 'darwin' })).toEqual({ program: 'npm', words, shell: false });
});

test('a command of npm gets a path with a blank as it is', async () => {
  const folder = join(temporaryDirectory(), 'with a blank');
  mkdirSync(folder);
  const script = join(folder, 'npm-cli.js');
  writeFileSync(script, 'process.stdout.write(process.argv.at(-1))');
  const { program, words: given, shell } = npmCommand(['pack', folder], { env: { npm_execpath: script } });
  expect(await run(program, given, { shell, quiet: true })).toMatchObject({ code: 0, output: folder });
});
