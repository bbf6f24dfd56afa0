import { expect, test } from 'vitest';
import { fileId } from '../../../src/domain/core/ids.ts';
import { aKeyQuery } from '../../support/builders.ts';
import { allFiles, allSettings, formatRoute, parseRoute, type Route } from '../../../src/state/app/route.ts';

const connectionId = '00000000-0000-4000-8000-00000000000a';

const routes: readonly Route[] = [
  { connectionId: null, target: allFiles },
  { connectionId: null, target: { kind: 'connect' } },
  { connectionId, target: allFiles },
  { connectionId, target: { kind: 'library' } },
  { connectionId, target: { kind: 'guide', page: null } },
  { connectionId, target: { kind: 'guide', page: 'conflicts' } },
  { connectionId, target: { ...allFiles, file: { network: 'private', id: fileId.parse('a.b:c') } } },
  {
    connectionId,
    target: { ...allFiles, network: 'public', group: 'Drops & co/#1?', type: 'image/png', edited: true },
  },
  {
    connectionId,
    target: {
      ...allFiles,
      type: 'image/*',
      state: 'needsYou',
      size: { fromBytes: 0, toBytes: null },
      created: { from: null, to: '2026-02-28' },
      metadata: [
        { op: 'is', key: '', value: 'a&b=c #%"\n😀' },
        { op: 'contains', key: '__proto__', value: '' },
        { op: 'has', key: 'has' },
        { op: 'lacks', key: '..' },
      ],
    },
  },
  { connectionId, target: { kind: 'keys', id: 'key/with slash', condition: 'exhausted' } },
  {
    connectionId,
    target: {
      ...{ kind: 'keys', id: 'k', condition: null },
      query: aKeyQuery({
        ...{
          revoked: true,
          limitedUse: true,
          exhausted: true,
          name: 'ci-%_&=#',
          scope: 'files:write',
          power: 'delete',
        },
        ...{ unusedDays: 90, created: { from: '2026-01-01', to: null }, updated: { from: null, to: '2026-02-28' } },
        ...{ listed: 'missing', inForce: true, sort: { column: 'uses', descending: true } },
      }),
    },
  },
  {
    connectionId,
    target: {
      ...{ kind: 'keys', id: null, condition: 'active' },
      query: aKeyQuery({ condition: 'active', revoked: null, name: 'ci' }),
    },
  },
  { connectionId, target: { kind: 'changes', id: null, tab: 'needsYou' } },
  { connectionId, target: allSettings },
  { connectionId, target: { kind: 'settings', section: 'keyboard' } },
  { connectionId, target: { ...allFiles, search: ' 50% "r&b" #1 =ä😀', sort: { column: 'size', descending: true } } },
  { connectionId, target: { ...allFiles, sort: { column: 'created', descending: false }, group: 'g' } },
];

test.each(routes)('an address leads back to the target it was made from: $target', (route) => {
  expect(parseRoute(formatRoute(route))).toEqual(route);
});

test.each([
  'condition=asleep',
  'revoked=perhaps&limited=1&exhausted=&inForce=true',
  'unused=0&unused=x&power=all&listed=never',
  'created=..&updated=2026-02-30..&sort=colour',
  'created=2026-02-02..2026-02-01&sort=-',
  `scope=${'a'.repeat(201)}&name=${'a'.repeat(1_003)}`,
])('a filter of keys that cannot be read falls away: %s', (query) => {
  expect(parseRoute(`#/c/x/keys?${query}`).target).toEqual({ kind: 'keys', id: null, condition: null });
});

test('an unreadable filter of keys leaves the others', () => {
  const { target } = parseRoute('#/c/x/keys?condition=limited&power=all&name=ci%25&unused=30');
  expect(target).toMatchObject({ condition: 'limited', query: { name: 'ci%', unusedDays: 30, power: null } });
});

test.each([
  ['', null],
  ['#nonsense', null],
  ['#/c/x/files/public/..', 'x'],
  ['#/c/x/files/elsewhere/abc', 'x'],
  ['#/c/x/files?network=moon', 'x'],
  ['#/c/x/files?size=9..1', 'x'],
  ['#/c/x/files?size=..&created=..', 'x'],
  ['#/c/x/files?created=2026-02-30..', 'x'],
  ['#/c/x/files?state=fine&metadata=[]&metadata={&metadata=["is","k"]', 'x'],
  ['#/c/x/unknown-screen', 'x'],
  ['#/c/x/files?search=&sort=', 'x'],
  ['#/c/x/files?sort=weight', 'x'],
  ['#/c/x/files?sort=--size', 'x'],
  [`#/c/x/files?search=${'a'.repeat(501)}`, 'x'],
])('an address that cannot be read means all files: %s', (hash, named) => {
  expect(parseRoute(hash)).toEqual({ connectionId: named, target: allFiles });
});

test('a lone percent sign in an address is taken as it stands', () => {
  expect(parseRoute('#/c/100%/settings')).toEqual({ connectionId: '100%', target: allSettings });
});

test('a question mark that a person types into an address is part of what they look for', () => {
  expect(parseRoute('#/c/x/files?search=who?&sort=name').target).toEqual(
    parseRoute('#/c/x/files?search=who%3F&sort=name').target,
  );
});

test('a settings section that nobody knows means the settings', () => {
  expect(parseRoute('#/c/x/settings/secret').target).toEqual(allSettings);
});

test('the usual order takes no room in an address', () => {
  const usual = { ...allFiles, sort: { column: 'created', descending: true } } as const;
  expect(formatRoute({ connectionId: 'x', target: usual })).toBe('#/c/x/files');
});

test('of several filters in an address those that can be read are kept', () => {
  expect(parseRoute('#/c/x/files?network=moon&size=5..&metadata=7&metadata=["has","rarity"]').target).toEqual({
    ...allFiles,
    size: { fromBytes: 5, toBytes: null },
    metadata: [{ op: 'has', key: 'rarity' }],
  });
});
