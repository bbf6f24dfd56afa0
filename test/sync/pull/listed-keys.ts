import { SyncWorld } from '../../support/sync-world.ts';

export const key = (number: number, over: object = {}) => ({
  id: `key-${number}`,
  name: `key ${number}`,
  key: `public-${number}`,
  revoked: false,
  uses: 0,
  ...over,
});

export function serving(active: number, revoked = 0): SyncWorld {
  const world = new SyncWorld();
  world.fake.keys = [
    ...Array.from({ length: active }, (_, index) => key(index + 1)),
    ...Array.from({ length: revoked }, (_, index) => key(1_000 + index, { revoked: true })),
  ];
  return world;
}

type Row = { id: string; missing_since_ms: number | null };

export const mirroredKeys = (world: SyncWorld): readonly Row[] =>
  world.mirrorDb.prepare<[], Row>('SELECT id, missing_since_ms FROM api_keys ORDER BY row_id').all();

export const missing = (world: SyncWorld): readonly string[] =>
  mirroredKeys(world).flatMap(({ id, missing_since_ms }) => (missing_since_ms === null ? [] : [id]));

export const offsets = (world: SyncWorld) =>
  world.fake.calls.filter(({ name }) => name === 'listKeys').map(({ input }) => [input[0], input[1]]);
