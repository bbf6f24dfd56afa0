import { expect, test } from 'vitest';
import { madeFrom } from '../../electron/launch/build.mjs';

const publicKey = Buffer.alloc(32, 'key').toString('base64');
const place = { PINFOLD_REPOSITORY: 'ann/pinfold' };
const settings = [{}, place, { ...place, PINFOLD_UPDATE_PUBLIC_KEY: publicKey }, { GITHUB_REPOSITORY: 'bob/pinfold' }];

test('a build for another place, or for another key, is another build', () => {
  expect(new Set(settings.map(madeFrom)).size).toBe(settings.length);
  expect(settings.map(madeFrom)).toEqual(settings.map(madeFrom));
});

test('what is no part of a build asks for none', () => {
  expect(madeFrom({ ...place, PINFOLD_TOKEN: 'a-token', GITHUB_SHA: '0'.repeat(40) })).toBe(madeFrom(place));
});
