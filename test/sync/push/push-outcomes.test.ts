import { describe, expect, test } from 'vitest';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { normalising } from './world-of-files.ts';
import { answered, failing, notSent, portal } from './failures.ts';

/** A copy of some files, with one edit of the first. */
async function edited({ files = 1 } = {}) {
  const world = new SyncWorld();
  for (let number = 1; number <= files; number++) world.fake.put(fakeFile(number));
  await world.copy();
  const edit = world.edit(1, { name: 'mine' });
  return { world, edit };
}

const drained = { kind: 'drained', againAtMs: null };
const waiting = [{ field: 'name', base: 'file 1', mine: 'mine', status: 'queued' }];

describe('an update that was taken', () => {
  test('is settled, and the copy holds what the service answered', async () => {
    const { world, edit } = await edited();
    expect(await world.push()).toEqual(drained);
    expect(world.ended(edit)).toEqual([{ field: 'name', status: 'settled', settlement: 'applied', server: null }]);
    expect(world.open(1)).toEqual([]);
    expect(world.tables.files.get(world.of(1))!.record.name).toBe('mine');
    expect(world.shown(1)).toEqual({ name: 'mine', keyvalues: {} });
    expect(world.outbox.unmirrored()).toEqual([]);
  });

  test('is told of once it is settled', async () => {
    const { world, edit } = await edited();
    const told: unknown[] = [];
    world.announced.push = (...changed) => {
      if (changed.includes('changes.changed')) told.push(world.statusOf(edit));
      return 0;
    };
    await world.push();
    expect(told.at(-1)).toBe('settled');
  });

  test('that somebody else made already is not sent again', async () => {
    const { world, edit } = await edited();
    world.fake.change('public', fakeId(1), { name: 'mine' });
    expect(await world.push()).toEqual(drained);
    expect(world.sent).toEqual([]);
    expect(world.ended(edit)).toMatchObject([{ status: 'settled', settlement: 'alreadyThere' }]);
  });

  test.each([
    ['trimmed', 'mine '],
    ['composed', 'mine \u0065\u0301'],
  ])('in another spelling (%s) is saved as that, and a later edit builds on it', async (_how, typed) => {
    const { world } = await edited();
    const edit = world.edit(1, { name: typed });
    const spelt = typed.normalize('NFC').trim();
    let later = edit;
    world.fake.onCall = ({ name, input }) => {
      if (name !== 'updateFile' || input[2] === '{}') return;
      // Typed while the update is under way, so it cannot be part of it.
      later = world.edit(1, { name: 'later' });
      world.fake.onCall = () => undefined;
    };
    normalising(world);
    expect(await world.push()).toMatchObject({ kind: 'drained' });
    expect(world.ended(edit)).toEqual([{ field: 'name', status: 'settled', settlement: 'savedAs', server: spelt }]);
    expect(world.ended(later)).toMatchObject([{ status: 'settled', settlement: 'applied' }]);
    expect(world.served(1)).toEqual({ name: 'later', keyvalues: {} });
  });

  test('but with something else is a conflict about what the service answered', async () => {
    const { world, edit } = await edited();
    const update = world.fake.updateFile.bind(world.fake);
    world.fake.updateFile = async (...input) => {
      const answer = await update(...input);
      if (!answer.ok) return answer;
      const record = { ...answer.value.record, name: 'nothing of the kind' };
      return { ok: true, value: { ...answer.value, record } };
    };
    await world.push();
    expect(world.ended(edit)).toEqual([
      { field: 'name', status: 'conflicted', settlement: null, server: 'nothing of the kind' },
    ]);
  });

  test('but with the record as it was is a conflict too, which lists show at once', async () => {
    const { world, edit } = await edited();
    const update = world.fake.updateFile.bind(world.fake);
    world.fake.updateFile = (network, id, _body, signal) => update(network, id, '{}', signal);
    await world.push();
    expect(world.ended(edit)).toMatchObject([{ status: 'conflicted', server: 'file 1' }]);
    expect(world.marked(1)).toBe('needsYou');
  });
});

describe('a connection that cannot be made', () => {
  test('costs the edit nothing and holds the whole connection', async () => {
    const { world, edit } = await edited();
    world.fake.next('updateFile', failing(notSent));
    expect(await world.push()).toMatchObject({ kind: 'failed', failureClass: { kind: 'notApplied' } });
    expect(world.open(1)).toEqual(waiting);
    expect(world.outbox.retryState(world.of(1))).toEqual({ notBeforeMs: 0, failures: 0 });
    expect(world.outbox.unresolvedAttempt(world.of(1))).toBeNull();
    await world.push();
    expect(world.statusOf(edit)).toBe('settled');
  });
});

describe('answers about the whole connection', () => {
  test.each<[string, RemoteFailure, object]>([
    ['a refused token', answered(401), { kind: 'token' }],
    ['too early', answered(425), { kind: 'later', delayMs: null }],
    ['too many requests', answered(429, { retryAfterMs: 7_000 }), { kind: 'later', delayMs: 7_000 }],
    ['unavailable', answered(503, { retryAfterMs: 60_000 }), { kind: 'later', delayMs: 60_000 }],
  ])(
    '%s stops the queue at once, keeps everything and counts against no edit',
    async (_what, failure, failureClass) => {
      const { world } = await edited({ files: 8 });
      for (let number = 2; number <= 8; number++) world.edit(number, { name: `mine ${number}` });
      world.fake.faultOf = ({ name }) => (name === 'updateFile' ? failing(failure) : null);
      expect(await world.push()).toMatchObject({ kind: 'failed', failureClass, againAtMs: null });
      expect(world.sent.length).toBeLessThanOrEqual(4);
      for (let number = 1; number <= 8; number++) {
        expect(world.open(number)).toMatchObject([{ status: 'queued' }]);
        expect(world.outbox.retryState(world.of(number))).toEqual({ notBeforeMs: 0, failures: 0 });
        expect(world.served(number)!.name).toBe(`file ${number}`);
      }
      world.fake.faultOf = () => null;
      expect(await world.push()).toEqual(drained);
      expect(world.served(8)!.name).toBe('mine 8');
    },
  );
});

describe('a web page or a redirect', () => {
  test('in front of everything stops the queue and keeps everything', async () => {
    const { world } = await edited({ files: 8 });
    for (let number = 2; number <= 8; number++) world.edit(number, { name: `mine ${number}` });
    world.fake.faultOf = () => failing(portal);
    expect(await world.push()).toMatchObject({ kind: 'failed', failureClass: { kind: 'notOurService' } });
    expect(world.asked.filter((name) => name === 'readFile').length).toBeLessThanOrEqual(6);
    for (let number = 1; number <= 8; number++) expect(world.open(number)).toMatchObject([{ status: 'queued' }]);
    world.fake.faultOf = () => null;
    await world.clock.advance(10_000);
    expect(await world.push()).toEqual(drained);
    expect(world.served(8)!.name).toBe('mine 8');
  });
});

describe('an answer about one file', () => {
  test('403 makes that file wait with the service’s words, while others go on', async () => {
    const { world, edit } = await edited({ files: 2 });
    const other = world.edit(2, { name: 'other' });
    world.fake.faultOf = ({ name, input }) =>
      name === 'updateFile' && input[1] === fakeId(1) ? failing(answered(403)) : null;
    expect(await world.push()).toEqual(drained);
    expect(world.statusOf(edit)).toBe('refused');
    expect(world.words(edit)).toEqual({
      status: 403,
      message: 'status 403',
      requestId: 'request-403',
      atMs: world.clock.nowMs(),
    });
    expect(world.statusOf(other)).toBe('settled');
  });

  test('403 for three files in a row pauses the connection with the service’s words', async () => {
    const { world } = await edited({ files: 9 });
    for (let number = 2; number <= 9; number++) world.edit(number, { name: `mine ${number}` });
    world.fake.faultOf = ({ name }) => (name === 'updateFile' ? failing(answered(403)) : null);
    expect(await world.push()).toMatchObject({
      kind: 'failed',
      failureClass: { kind: 'notAllowed' },
      detail: '403: "status 403"',
    });
    const statuses = Array.from({ length: 9 }, (_, index) => world.open(index + 1)[0]!.status);
    expect(statuses.filter((status) => status === 'queued').length).toBeGreaterThan(0);
  });

  test.each([400, 413, 422])(
    '%i makes that file wait with words and request id, while others go on',
    async (status) => {
      const { world, edit } = await edited({ files: 6 });
      for (let number = 2; number <= 6; number++) world.edit(number, { name: `mine ${number}` });
      world.fake.faultOf = ({ name, input }) =>
        name === 'updateFile' && input[1] !== fakeId(6) ? failing(answered(status)) : null;
      expect(await world.push()).toEqual(drained);
      expect(world.words(edit)).toEqual({
        status,
        message: `status ${status}`,
        requestId: `request-${status}`,
        atMs: world.clock.nowMs(),
      });
      expect(world.open(1)).toMatchObject([{ mine: 'mine', status: 'refused' }]);
      expect(world.shown(1)!.name).toBe('mine');
      expect(world.served(6)!.name).toBe('mine 6');
      world.fake.calls.length = 0;
      await world.push();
      expect(world.asked).toEqual([]);
    },
  );

  test.each([404, 410])('%i is only called gone after a read says so too; the text stays', async (status) => {
    const { world, edit } = await edited();
    world.fake.next('updateFile', failing(answered(status)));
    world.fake.onCall = ({ name }) => {
      if (name === 'updateFile') world.fake.remove('public', fakeId(1));
    };
    const first = await world.push();
    expect(world.statusOf(edit)).toBe('queued');
    expect(first).toEqual({ kind: 'drained', againAtMs: world.outbox.retryState(world.of(1)).notBeforeMs });
    await world.clock.advance(1_000);
    expect(await world.push()).toEqual(drained);
    expect(world.open(1)).toEqual([{ ...waiting[0], status: 'gone' }]);
    expect(world.shown(1)!.name).toBe('mine');
    expect(world.words(edit)).toMatchObject({ status: 404 });
  });

  test('a 404 that a read does not confirm is tried again', async () => {
    const { world, edit } = await edited();
    world.fake.next('updateFile', failing(answered(404)));
    await world.push();
    await world.clock.advance(1_000);
    await world.push();
    expect(world.statusOf(edit)).toBe('settled');
  });

  test.each([409, 412])('%i is compared again with the fresh record', async (status) => {
    const { world, edit } = await edited();
    world.fake.next('updateFile', failing(answered(status)));
    world.fake.onCall = ({ name }) => {
      if (name === 'updateFile') world.fake.change('public', fakeId(1), { name: 'theirs' });
    };
    await world.push();
    world.fake.onCall = () => undefined;
    await world.clock.advance(1_000);
    await world.push();
    expect(world.ended(edit)).toEqual([{ field: 'name', status: 'conflicted', settlement: null, server: 'theirs' }]);
    expect(world.served(1)!.name).toBe('theirs');
  });

  test('a read that says gone is enough', async () => {
    const { world, edit } = await edited();
    world.fake.remove('public', fakeId(1));
    await world.push();
    expect(world.statusOf(edit)).toBe('gone');
    expect(world.sent).toEqual([]);
  });
});
