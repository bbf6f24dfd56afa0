import { expect, test } from 'vitest';
import { signingFrom } from '../../electron/package/signing.mjs';

test('where the repository has a certificate, the builder looks for the identity in it', () => {
  const env = { HOME: '/home/ann', CSC_LINK: 'TUlJ', CSC_KEY_PASSWORD: 'secret' };
  expect(signingFrom(env)).toEqual(env);
});

test('a secret that the repository does not have is an empty variable: the builder would take it for a path', () => {
  const env = { HOME: '/home/ann', CSC_LINK: '', CSC_KEY_PASSWORD: '' };
  expect(signingFrom(env)).toEqual({ HOME: '/home/ann', CSC_IDENTITY_AUTO_DISCOVERY: 'false' });
});

test('on the machine of a person, who has no such variable, the builder looks in the keychain', () => {
  expect(signingFrom({ HOME: '/home/ann' })).toEqual({ HOME: '/home/ann' });
});
