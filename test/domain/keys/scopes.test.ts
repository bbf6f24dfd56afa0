import { expect, test } from 'vitest';
import { mayUpdateFiles, permissionGroupsOf, scopesOf } from '../../../src/domain/keys/scopes.ts';

test('known and unknown leaves come out alike', () => {
  const scopes = {
    admin: false,
    endpoints: {
      pinning: { pinFileToIPFS: true, pinJSONToIPFS: false },
      data: { pinList: true },
      psa: { pins: { addPinObject: true } },
      brandNew: { thing: true },
    },
    resources: ['org:files:read', 'org:files:write'],
  };
  expect(scopesOf(JSON.stringify(scopes))).toEqual({
    isAdmin: false,
    leaves: [
      { name: 'pinning.pinFileToIPFS', granted: true },
      { name: 'pinning.pinJSONToIPFS', granted: false },
      { name: 'data.pinList', granted: true },
      { name: 'psa.pins.addPinObject', granted: true },
      { name: 'brandNew.thing', granted: true },
      { name: 'org:files:read', granted: true },
      { name: 'org:files:write', granted: true },
    ],
  });
});

test.each([
  ['{"admin":true}', { isAdmin: true, leaves: [] }],
  ['{"admin":"true"}', { isAdmin: false, leaves: [] }],
  ['{"admin":true,"endpoints":null}', { isAdmin: true, leaves: [] }],
  ['{}', { isAdmin: false, leaves: [] }],
  ['null', { isAdmin: false, leaves: [] }],
  ['[]', { isAdmin: false, leaves: [] }],
  ['"all"', { isAdmin: false, leaves: [{ name: 'all', granted: true }] }],
  ['["org:files:write"]', { isAdmin: false, leaves: [{ name: 'org:files:write', granted: true }] }],
  ['true', { isAdmin: false, leaves: [] }],
  ['{"endpoints":{"n":1}}', { isAdmin: false, leaves: [] }],
])('%s', (json, scopes) => {
  expect(scopesOf(json)).toEqual(scopes);
});

test('a key whose scopes are a bare list may do what they say', () => {
  const json = JSON.stringify(['org:files:write', 'org:files:read']);
  expect([permissionGroupsOf(json), mayUpdateFiles(json)]).toEqual([['change', 'read'], true]);
});

test('a bottomless object ends', () => {
  const deep = `${'{"a":'.repeat(60)}true${'}'.repeat(60)}`;
  expect(scopesOf(deep)).toEqual({ isAdmin: false, leaves: [] });
});

test('a scope is told whatever its name, so that no key passes for one that may do less', () => {
  const scopesJson = '{"endpoints":{"__proto__":{"unpin":true}},"__proto__":["org:files:write"]}';
  expect(scopesOf(scopesJson).leaves).toEqual([
    { name: '__proto__.unpin', granted: true },
    { name: 'org:files:write', granted: true },
  ]);
  expect(permissionGroupsOf(scopesJson)).toEqual(['delete', 'change']);
});
