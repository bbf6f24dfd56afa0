import { expect, test } from 'vitest';
import { readKeyList } from '../../../electron/remote/wire-format.ts';
import { KEYS_JOB, pullKeys } from '../../../electron/sync/pull/pull-keys.ts';
import { ok } from '../../../src/domain/core/result.ts';
import { FakeService } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { key, mirroredKeys, missing } from './listed-keys.ts';

const MOST_ROWS = 1_000_000;
/** More requests than the end of a list needs: what asks so often would ask for ever. */
const TOO_MANY = 40;

/** A service whose lists, the revoked keys too, bring ten new keys with every page, for ever. */
function endless() {
  const fake = new FakeService();
  const patience = new AbortController();
  const asked: (readonly [number, true | null])[] = [];
  const service = Object.assign(fake, {
    listKeys: async (offset: number, revoked: true | null) => {
      asked.push([offset, revoked]);
      if (asked.length > TOO_MANY) patience.abort();
      const keys = Array.from({ length: 10 }, (_, at) => key(offset + at, { id: `key-${revoked}-${offset + at}` }));
      return patience.signal.aborted
        ? { ok: false as const, failure: { kind: 'noAnswer' as const, detail: 'asked too often' } }
        : ok(readKeyList({ keys, count: 10 })!);
    },
  });
  const world = new SyncWorld({ service });
  const { files } = world.tables;
  const resumeAt = (position: string): void =>
    files.setCursor(world.connection.id, KEYS_JOB, {
      ...{ job: KEYS_JOB, scanId: 'scan', position, done: MOST_ROWS, startedRequestSeq: 0, fruitlessPages: 0 },
      startedAtMs: world.clock.nowMs(),
    });
  return { world, asked, resumeAt, pull: () => pullKeys(world.ports, patience.signal) };
}

test('a list of keys that brings new ones for ever is left after a million rows, and is not called complete', async () => {
  const { world, asked, resumeAt, pull } = endless();
  resumeAt(`1:${MOST_ROWS - 25}`);
  expect(await pull()).toEqual({ ok: true, value: 'incomplete' });
  expect(asked).toEqual([25, 15, 5].map((left) => [MOST_ROWS - left, true]));
  expect(mirroredKeys(world)).toHaveLength(30);
  expect(missing(world)).toEqual([]);
  expect(world.tables.files.cursor(world.connection.id, KEYS_JOB)).toBeNull();
});

test('after a list that was left the other one has its turn, and no key is looked for a second time', async () => {
  const { world, asked, resumeAt, pull } = endless();
  resumeAt(`0:${MOST_ROWS - 10}`);
  expect(await pull()).toMatchObject({ ok: false });
  expect(asked.slice(0, 3)).toEqual([
    [MOST_ROWS - 10, null],
    [0, true],
    [10, true],
  ]);
  expect(world.tables.files.cursor(world.connection.id, KEYS_JOB)?.position).toMatch(/^1:\d+:incomplete$/);
});
