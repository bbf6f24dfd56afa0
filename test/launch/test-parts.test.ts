import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const program = join(import.meta.dirname, '../../electron/launch/test.mjs');

test('a part of the tests that does not exist is refused before anything runs', async () => {
  const ended = await new Promise((resolve) => {
    execFile(process.execPath, [program, 'sttaic'], (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    );
  });
  expect(ended).toEqual({
    code: 2,
    stdout: '',
    stderr: 'There is no part sttaic. Usage: npm test -- [static | end-to-end | unit] …\n',
  });
});
