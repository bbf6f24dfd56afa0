import { expect, test } from 'vitest';
import { auditOf, type AuditedKey } from '../../../src/domain/keys/key-audit.ts';
import { permissionGroupOf, permissionGroupsOf } from '../../../src/domain/keys/scopes.ts';
import { aKey } from '../../support/builders.ts';

const nowMs = Date.UTC(2026, 5, 1);
const audited = (given: Parameters<typeof aKey>[0], over: Partial<AuditedKey> = {}): AuditedKey => ({
  key: aKey(given),
  idleSinceMs: null,
  missingSinceMs: null,
  ...over,
});
const pins = '{"endpoints":{"pinning":{"pinFileToIPFS":true,"unpin":false}}}';

test.each([
  ['pinning.unpin', 'delete'],
  ['psa.pins.removePinObject', 'delete'],
  ['pinning.hashMetadata', 'change'],
  ['pinning.pinByHash', 'add'],
  ['data.pinList', 'read'],
  ['org:files:read', 'read'],
  ['resources.org:files:write', 'change'],
  ['org:keys:read', 'readKeys'],
  ['org:keys:write', 'manageKeys'],
  ['org:files:delete', 'delete'],
  ['org:workflows:run', 'other'],
  ['constructor', 'other'],
])('%s is the power to %s', (scope, power) => {
  expect(permissionGroupOf(scope)).toBe(power);
});

test('an admin may do everything there is, and nobody what is only mentioned', () => {
  expect(permissionGroupsOf('{"admin":true}')).toEqual([
    'everything',
    'manageKeys',
    'delete',
    'change',
    'add',
    'readKeys',
    'read',
  ]);
  expect(permissionGroupsOf(pins)).toEqual(['add']);
  expect(permissionGroupsOf('{"admin":false,"resources":["org:new:thing"]}')).toEqual(['other']);
});

test('an audit counts keys in force, and the dead beside them', () => {
  const day = 86_400_000;
  const found = auditOf(
    [
      audited({ id: 'boss', scopesJson: '{"admin":true}' }, { idleSinceMs: nowMs - 100 * day }),
      audited({ id: 'small boss', scopesJson: '{"admin":true}', maxUses: 9, uses: 1 }),
      audited({ id: 'pins', scopesJson: pins }, { idleSinceMs: nowMs - 89 * day }),
      audited({ id: 'odd', scopesJson: '{"resources":["org:new:thing"]}' }),
      audited({ id: 'none', scopesJson: '{}' }),
      audited({ id: 'revoked and spent', revoked: true, maxUses: 1, uses: 1 }),
      audited({ id: 'spent', maxUses: 1, uses: 1 }),
      audited({ id: 'gone', scopesJson: '{"admin":true}' }, { missingSinceMs: nowMs }),
    ],
    nowMs,
  );
  expect(found).toMatchObject({
    inForce: 5,
    powerless: 1,
    idle: 1,
    dead: { revoked: 1, exhausted: 1, missing: 1 },
    unknownScopes: [{ name: 'org:new:thing', keys: 1 }],
  });
  expect(found.powers.filter(({ power }) => ['everything', 'add', 'other'].includes(power))).toEqual([
    { power: 'everything', keys: 2, asAdmin: 0, idle: 1 },
    { power: 'other', keys: 1, asAdmin: 0, idle: 0 },
    { power: 'add', keys: 3, asAdmin: 2, idle: 1 },
  ]);
  expect(found.riskiest.map(({ id, power }) => [id, power])).toEqual([
    ['boss', 'everything'],
    ['small boss', 'everything'],
    ['odd', 'other'],
    ['pins', 'add'],
  ]);
});

test('of thousands of unknown scopes the audit names those of the most keys, and counts the rest', () => {
  const scopes = Array.from({ length: 10_000 }, (_, place) => `org:new:thing-${place}`);
  const found = auditOf(
    [
      audited({ id: 'all', scopesJson: JSON.stringify(scopes) }),
      audited({ id: 'last', scopesJson: JSON.stringify(scopes.slice(-1)) }),
    ],
    nowMs,
  );
  expect(found.unknownScopes[0]).toEqual({ name: 'org:new:thing-9999', keys: 2 });
  expect([found.unknownScopes.length, found.otherUnknownScopes]).toEqual([100, 9_900]);
});
