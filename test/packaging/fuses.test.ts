import { expect, test } from 'vitest';
import { fusesOf } from '../../electron/package/fuses.mjs';

test.each([
  ['darwin', 'darwin', true],
  ['darwin', 'linux', false],
  ['linux', 'darwin', false],
  ['win32', 'darwin', false],
] as const)('an app for %s packed on %s is signed ad hoc after its fuses were set: %s', (platform, host, expected) => {
  expect(fusesOf(platform, { host }).resetAdHocDarwinSignature).toBe(expected);
});
