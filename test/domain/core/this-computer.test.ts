import { expect, test } from 'vitest';
import { isHttpOnThisComputer, isSubdomainOfLocalhost } from '../../../src/domain/core/this-computer.ts';

test.each([
  ['http://localhost:5173/', true],
  ['http://127.0.0.1/', true],
  ['http://[::1]:80/v3', true],
  ['https://localhost/', false],
  ['http://127.0.0.1.files.test/', false],
  ['http://localhost.files.test/', false],
  ['http://files.test/', false],
  ['ws://localhost/', false],
])('%s is plain http on this computer: %s', (address, isHere) => {
  expect(isHttpOnThisComputer(new URL(address))).toBe(isHere);
});

test.each([
  ['http://bafy.ipfs.localhost:8080/', true],
  ['https://X.LOCALHOST/', true],
  ['http://localhost/', false],
  ['http://evillocalhost/', false],
  ['http://x.localhost.evil.example/', false],
  ['http://x.localhost./', false],
])('%s is at a subdomain of localhost: %s', (address, isHere) => {
  expect(isSubdomainOfLocalhost(new URL(address))).toBe(isHere);
});
