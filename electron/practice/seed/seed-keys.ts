import type { Json } from '../json.ts';
import { LIMIT_SPELLINGS, type StoredKey } from '../tables/records.ts';
import { seededBytes, seededRandom, uuidOf, type Random } from './random.ts';

const FIRST_KEY_MS = Date.UTC(2022, 1, 20, 9);
const DAY_MS = 86_400_000;

const everyRight = { admin: true };
const files = ['org:files:read', 'org:files:write'];

/** The keys that every practice account has: one for each set of permissions and each end of a key. */
export const TOKEN_KEYS = {
  admin: { name: 'Practice admin', scopes: everyRight, maxUses: null, uses: 0, revoked: false },
  filesOnly: { name: 'Files only', scopes: { admin: false, resources: files }, maxUses: null, uses: 0, revoked: false },
  readOnly: {
    name: 'Files, reading only',
    scopes: { admin: false, resources: ['org:files:read'] },
    maxUses: null,
    uses: 0,
    revoked: false,
  },
  noSignatures: {
    name: 'Editing without signatures',
    scopes: {
      admin: false,
      endpoints: { pinning: { hashMetadata: true, pinFileToIPFS: false, pinJSONToIPFS: false } },
    },
    maxUses: null,
    uses: 0,
    revoked: false,
  },
  keysOnly: {
    name: 'Keys, reading only',
    scopes: { admin: false, resources: ['org:keys:read'] },
    maxUses: null,
    uses: 0,
    revoked: false,
  },
  limited: { name: 'Limited to 25 calls', scopes: everyRight, maxUses: 25, uses: 0, revoked: false },
  revoked: { name: 'Revoked', scopes: everyRight, maxUses: null, uses: 12, revoked: true },
  exhausted: { name: 'Used up', scopes: everyRight, maxUses: 5, uses: 5, revoked: false },
} as const;

export type TokenName = keyof typeof TOKEN_KEYS;

/** The id of a token's key. It depends on the seed only, so a restart finds the key again. */
export function tokenKeyId(seed: number, name: TokenName): string {
  return uuidOf(seededBytes('token key', seed, name));
}

const SCOPES: readonly Json[] = [
  { endpoints: { pinning: { pinFileToIPFS: true, pinJSONToIPFS: true } }, admin: false },
  { endpoints: { pinning: { pinFileToIPFS: true, pinJSONToIPFS: false } }, admin: false },
  {
    endpoints: {
      data: { pinList: true, userPinnedDataTotal: true },
      pinning: {
        hashMetadata: true,
        hashPinPolicy: false,
        pinByHash: true,
        pinFileToIPFS: true,
        pinJSONToIPFS: true,
        pinJobs: false,
        unpin: false,
        userPinPolicy: false,
      },
    },
    admin: false,
  },
  { endpoints: { 'psa.pins': { addPinObject: true, getPinObject: true, listPinObjects: true } }, admin: false },
  { admin: true },
  { admin: true, endpoints: {} },
  { admin: false, resources: ['org:files:read'] },
  { admin: false, resources: ['org:files:read', 'org:files:write', 'org:groups:read'] },
  { admin: false, endpoints: null, resources: ['org:gateways:read', 'org:analytics:read'] },
];

const NAMES = [
  'One upload',
  'CI deploy',
  'ci DEPLOY',
  'Website build',
  'Ключ Анны',
  'Große Anzeige',
  'مفتاح الرفع',
  '本番 キー',
  '100% coverage',
  'snake_case_key',
  'back\\slash key',
  "Tom's laptop",
  '',
];

const CONDITIONS = ['usedUp', 'usedUp', 'active', 'revoked', 'limited', 'active', 'revokedAndUsedUp'] as const;

/** The keys of an account, oldest first: `TOKEN_KEYS`, then sample keys in every condition. */
export function* seededKeys(seed: number, userId: string, count: number): Generator<StoredKey> {
  yield* tokenKeys(seed, userId);
  for (let position = Object.keys(TOKEN_KEYS).length; position < count; position++) {
    yield madeUpKey(seed, userId, position);
  }
}

/** The keys of `TOKEN_KEYS`. */
export function* tokenKeys(seed: number, userId: string): Generator<StoredKey> {
  for (const [name, facts] of Object.entries(TOKEN_KEYS)) {
    const created = new Date(FIRST_KEY_MS).toISOString();
    yield {
      ...facts,
      id: uuidOf(seededBytes('token key', seed, name)),
      key: seededBytes('token key value', seed, name).toString('hex', 0, 10),
      limitSpelling: facts.maxUses === null ? 'absent' : 'number',
      userId,
      createdAt: created,
      updatedAt: created,
    };
  }
}

function madeUpKey(seed: number, userId: string, position: number): StoredKey {
  const bytes = seededBytes('key', seed, position);
  const random = seededRandom(bytes.subarray(48));
  const condition = random.pick(CONDITIONS);
  const createdAtMs = FIRST_KEY_MS + position * 3 * 3_600_000 + random.below(3_600_000);
  return {
    id: uuidOf(bytes),
    name: `${random.pick(NAMES)} ${random.chance(0.8) ? position : ''}`.trim(),
    key: bytes.toString('hex', 16, 26),
    ...limit(random, condition),
    userId,
    scopes: random.pick(SCOPES),
    revoked: condition === 'revoked' || condition === 'revokedAndUsedUp',
    createdAt: new Date(createdAtMs).toISOString(),
    updatedAt: new Date(createdAtMs + random.below(90) * DAY_MS).toISOString(),
  };
}

function limit(
  random: Random,
  condition: (typeof CONDITIONS)[number],
): Pick<StoredKey, 'limitSpelling' | 'maxUses' | 'uses'> {
  if (condition === 'active' || condition === 'revoked') {
    const unlimited = LIMIT_SPELLINGS.filter((spelling) => spelling !== 'number');
    return { limitSpelling: random.pick(unlimited), maxUses: null, uses: random.below(900) };
  }
  const maxUses = random.pick([1, 1, 1, 2, 10, 100]);
  const uses = condition === 'limited' ? random.below(maxUses) : maxUses;
  return { limitSpelling: 'number', maxUses, uses };
}
