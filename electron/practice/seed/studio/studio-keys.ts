import type { Json } from '../../json.ts';
import type { StoredKey } from '../../tables/records.ts';
import { seededBytes, uuidOf } from '../random.ts';
import { tokenKeys } from '../seed-keys.ts';

const DAY_MS = 86_400_000;

/** How the uses of a key are spread over the last months. */
export type Pace = 'steady' | 'rising' | 'bursts' | 'lately' | 'idle';

type StudioKey = {
  readonly name: string;
  readonly scopes: Json;
  /** null without a limit. */
  readonly maxUses: number | null;
  readonly uses: number;
  readonly ageDays: number;
  readonly pace: Pace;
  readonly revoked: boolean;
};

const everything: Json = { admin: true };
const resources = (...names: readonly string[]): Json => ({ admin: false, resources: [...names] });
const read = resources('org:files:read');
const change = resources('org:files:read', 'org:files:write');
const uploads: Json = { endpoints: { pinning: { pinFileToIPFS: true, pinJSONToIPFS: true } }, admin: false };
const uploadFiles: Json = { endpoints: { pinning: { pinFileToIPFS: true, pinJSONToIPFS: false } }, admin: false };
const listPins: Json = { endpoints: { data: { pinList: true, userPinnedDataTotal: true } }, admin: false };

function key(
  name: string,
  scopes: Json,
  [uses, maxUses]: readonly [number, number | null],
  ageDays: number,
  pace: Pace,
  revoked = false,
): StudioKey {
  return { name, scopes, maxUses, uses, ageDays, pace, revoked };
}

/** The keys of the studio, the oldest first. */
const STUDIO_KEYS: readonly StudioKey[] = [
  key('first key', everything, [12, null], 900, 'idle', true),
  key('old deploy', everything, [2_310, null], 820, 'idle'),
  key('founder laptop', everything, [88, null], 700, 'idle'),
  key('game build bot', listPins, [15_870, null], 610, 'steady'),
  key('studio vault signer', change, [388, null], 540, 'steady'),
  key('metadata sync', change, [9_310, null], 480, 'steady'),
  key('font licence server', read, [2_044, null], 430, 'steady'),
  key('web preview', read, [41_022, 60_000], 400, 'rising'),
  key('loop render farm', uploadFiles, [618, null], 330, 'bursts'),
  key('atlas proof viewer', read, [402, 5_000], 300, 'steady'),
  key('contractor, autumn', uploads, [140, null], 260, 'idle', true),
  key('atlas batch', change, [212, 2_000], 210, 'lately'),
  key('print partner', read, [3, 50], 190, 'idle'),
  key('gallery kiosk', read, [1_480, 2_500], 170, 'steady'),
  key('mint server', uploads, [6_420, 10_000], 150, 'rising'),
  key('upload, CI', uploads, [500, 500], 140, 'lately'),
  key('allowlist import', change, [20, 20], 120, 'lately'),
  key('drop uploader', change, [891, 1_000], 92, 'steady'),
  key('press kit link', read, [77, 500], 88, 'bursts'),
  key('card printer', uploadFiles, [230, 300], 75, 'bursts'),
  key('archive mirror', listPins, [640, null], 64, 'steady'),
  key('winter drop page', read, [1_204, 5_000], 41, 'rising'),
  key('one upload, Ines', uploadFiles, [1, 1], 33, 'lately'),
  key('one upload, Bo', uploadFiles, [1, 1], 26, 'lately'),
  key('translator, de', change, [64, 100], 24, 'steady'),
  key('one upload, Ayo', uploadFiles, [0, 1], 9, 'idle'),
  key('leaked in a log', everything, [37, null], 8, 'lately', true),
  key('show reel', uploads, [18, 40], 6, 'bursts'),
  key('zz 100% snake_case <b>', read, [4, null], 5, 'bursts'),
  key('new laptop', change, [56, null], 3, 'steady'),
];

type Owner = { readonly seed: number; readonly userId: string; readonly nowMs: number };

/** The keys of the studio's account, oldest first: those that every practice account has, then its own. */
export function* studioKeys({ seed, userId, nowMs }: Owner): Generator<StoredKey> {
  yield* tokenKeys(seed, userId);
  for (const [position, { name, scopes, maxUses, uses, revoked, ageDays, pace }] of STUDIO_KEYS.entries()) {
    const bytes = seededBytes('studio key', seed, position);
    const idleDays = pace === 'idle' ? Math.min(ageDays - 1, 120) : 0;
    yield {
      id: uuidOf(bytes),
      name,
      key: bytes.toString('hex', 16, 26),
      limitSpelling: maxUses === null ? 'absent' : 'number',
      maxUses,
      uses,
      userId,
      scopes,
      revoked,
      createdAt: new Date(nowMs - ageDays * DAY_MS).toISOString(),
      updatedAt: new Date(nowMs - idleDays * DAY_MS - DAY_MS / 12).toISOString(),
    };
  }
}

/** The pace of each of the studio's keys, by the key's id. */
export function studioPaces(seed: number): ReadonlyMap<string, Pace> {
  return new Map(STUDIO_KEYS.map(({ pace }, position) => [uuidOf(seededBytes('studio key', seed, position)), pace]));
}
