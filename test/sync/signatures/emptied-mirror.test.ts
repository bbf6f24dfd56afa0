import { describe, expect, test } from 'vitest';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { Selection } from '../../../src/domain/files/queries.ts';
import { aFile, aFileQuery, connectionA } from '../../support/builders.ts';
import { cidOf, contentOf, SignatureWorld } from './signature-world.ts';

const wholeView: Selection = { kind: 'view', query: aFileQuery(), except: [] };
const cidsAsked = ({ asked }: SignatureWorld): readonly string[] => asked.map(({ cid }) => cid);

/** Empties the mirror while a selection of `files` files is gathered, does `next` at once, and waits for what comes of it. */
async function emptiedWhileGathering(files: number, next: (world: SignatureWorld) => unknown): Promise<SignatureWorld> {
  const world = new SignatureWorld();
  world.putSigned(0, files);
  const done: unknown[] = [];
  world.clock.onYield = () => {
    if (done.length > 0) return;
    world.emptyMirror();
    done.push(next(world));
  };
  world.fetches.begin(connectionA, wholeView, true);
  for (let turn = 0; turn < 4; turn++) await world.clock.settle();
  expect([done, world.bugs]).toEqual([[true], []]);
  return world;
}

describe('a mirror that is emptied while a selection is gathered', () => {
  test.each([
    ['in the middle of it', 600],
    ['at its last part', 10],
  ])('%s leaves the selection that is chosen next whole', async (_when, files) => {
    const world = await emptiedWhileGathering(files, (of) => {
      of.put(aFile({ id: 'new', cid: cidOf(900) }));
      return of.fetches.begin(connectionA, wholeView, true);
    });
    expect([cidsAsked(world), world.fetches.state(connectionA)?.status]).toEqual([[cidOf(900)], 'done']);
  });
});

test('a finished job is told no more once its mirror is emptied, nor are the words of its failure', async () => {
  const world = new SignatureWorld();
  const refused: RemoteFailure = { kind: 'answered', status: 400, message: 'no', requestId: null, retryAfterMs: null };
  world.fake.next('signature', { kind: 'failed', failure: refused });
  world.fetches.begin(connectionA, [contentOf(0)], true);
  await world.clock.settle();
  expect(world.fetches.state(connectionA)).toMatchObject({ status: 'done', failure: '400: "no"' });
  world.emptyMirror();
  expect(world.fetches.state(connectionA)).toBeNull();
});

test('a job that waits ends its wait with its mirror, and the next begins at once', async () => {
  const world = new SignatureWorld();
  const later: RemoteFailure = { kind: 'answered', status: 429, message: '', requestId: null, retryAfterMs: 3_600_000 };
  world.fake.next('signature', { kind: 'failed', failure: later });
  world.fetches.begin(connectionA, [contentOf(0)], true);
  await world.clock.settle();
  world.emptyMirror();
  expect([world.fetches.state(connectionA), world.clock.wakes]).toEqual([null, 0]);
  world.fetches.begin(connectionA, [contentOf(1)], true);
  await world.clock.settle();
  expect([cidsAsked(world), world.fetches.state(connectionA)?.status]).toEqual([[cidOf(0), cidOf(1)], 'done']);
});

test('a mirror that a full disk keeps has its job go on', async () => {
  const world = new SignatureWorld();
  world.putSigned(0, 600);
  world.clock.onYield = () => {
    world.clock.onYield = () => undefined;
    world.fetches.mirrorEmptied(connectionA);
  };
  world.fetches.begin(connectionA, wholeView, true);
  for (let turn = 0; turn < 10; turn++) await world.clock.settle();
  expect(world.fetches.state(connectionA)).toMatchObject({ status: 'done', total: 600, done: 600 });
});
