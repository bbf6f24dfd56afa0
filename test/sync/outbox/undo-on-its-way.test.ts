import { describe, expect, test, vi } from 'vitest';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fakeFile } from '../../support/fake-service.ts';
import { staleLists } from '../../support/stale-lists.ts';
import { InMemorySync } from '../in-memory-sync.ts';
import { sendWith } from '../push/overtaken.ts';
import { answered, applying, applyingLate, failing, noAnswer } from '../push/failures.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A rename of one file that waits. */
async function renamed(name: string | null = 'file 1'): Promise<InMemorySync> {
  const one = new InMemorySync();
  one.world.fake.put(fakeFile(1, { name, keyvalues: new Map([['env', 'test']]) }));
  await one.world.copy();
  one.changeFile(1, { name: 'mine' }, 'Rename it');
  return one;
}

async function sendAllThrough(one: InMemorySync): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await one.world.clock.advance(120_000);
    await one.world.push();
  }
}

const discard = (one: InMemorySync): Promise<void> =>
  one.undo.discard(
    one.world.connection.id,
    one.accountRef,
    'Discard it',
    one.world.outbox.openEdits(one.world.of(1)).map(({ id }) => id),
  );

describe('undo while the update is on its way', () => {
  test('changes the file back once its answer is there, and the list never shows the sent value again', async () => {
    const one = await renamed();
    const shown: unknown[] = [];
    await sendWith(one, async () => {
      expect(await one.undoOnce()).toEqual({ title: 'Rename it', isChanged: true });
      one.world.fake.onCall = () => shown.push(one.world.shown(1)!.name);
    });
    expect([one.world.served(1)!.name, one.world.open(1), one.world.shown(1)!.name]).toEqual(['file 1', [], 'file 1']);
    expect(new Set(shown)).toEqual(new Set(['file 1']));
    expect(one.world.sent).toEqual([{ name: 'mine' }, { name: 'file 1' }]);
  });

  test('can be redone, also before the answer', async () => {
    const one = await renamed();
    await sendWith(one, async () => {
      await one.undoOnce();
      await one.redoOnce();
    });
    expect([one.world.served(1)!.name, one.world.open(1), one.state]).toEqual(['mine', [], ['Rename it', null]]);
    await one.undoOnce();
    await one.redoOnce();
    await one.undoOnce();
    await sendAllThrough(one);
    expect([one.world.served(1)!.name, one.world.open(1)]).toEqual(['file 1', []]);
  });

  test('whose answer gets lost changes the file back in the end', async () => {
    const one = await renamed();
    one.world.fake.next('updateFile', applying(noAnswer));
    await sendWith(one, () => void one.undoOnce());
    await sendAllThrough(one);
    expect([one.world.served(1)!.name, one.world.open(1)]).toEqual(['file 1', []]);
  });

  test.each<[string, RemoteFailure]>([
    ['is refused', answered(422)],
    ['never arrived', noAnswer],
  ])('that %s leaves the file as it was', async (_how, failure) => {
    const one = await renamed();
    one.world.fake.next('updateFile', failing(failure));
    await sendWith(one, () => void one.undoOnce());
    await sendAllThrough(one);
    expect(one.world.served(1)!.name).toBe('file 1');
    expect(one.world.open(1).filter(({ status }) => status === 'queued')).toEqual([]);
  });

  test('takes back the other fields of the edit as well, each in its way', async () => {
    const one = await renamed();
    await sendWith(one, async () => {
      one.changeFile(1, { name: 'again', 'key:env': 'prod' }, 'Change it again');
      await one.undoOnce();
      expect(one.world.open(1)).toMatchObject([{ field: 'name', mine: 'mine' }]);
      await one.undoOnce();
    });
    expect([one.world.served(1), one.world.open(1)]).toEqual([{ name: 'file 1', keyvalues: { env: 'test' } }, []]);
  });

  test('under a later edit changes the file back from what that shows, as if it had been answered', async () => {
    const one = await renamed();
    const [sent] = one.world.outbox.openEdits(one.world.of(1));
    await sendWith(one, async () => {
      one.changeFile(1, { name: 'later' }, 'Rename it again');
      await one.undo.takeBack(one.world.connection.id, one.accountRef, 'Take it back', [sent!.id]);
    });
    expect([one.world.served(1)!.name, one.world.open(1)]).toEqual(['file 1', []]);
  });

  test('leaves a name that was given to a nameless file, and says that nothing has changed', async () => {
    const one = await renamed(null);
    await sendWith(one, async () => {
      expect(await one.undoOnce()).toEqual({ title: 'Rename it', isChanged: false });
    });
    expect([one.world.served(1)!.name, one.world.shown(1)!.name, one.world.open(1)]).toEqual(['mine', 'mine', []]);
  });
});

test('undo of an edit that was held after its update got no answer changes the file back', async () => {
  const one = await renamed();
  one.world.fake.next('updateFile', applying(noAnswer));
  await one.world.push();
  one.world.queue.hold(one.world.outbox.openEdits(one.world.of(1)).map(({ id }) => id));
  await one.undoOnce();
  expect(one.world.shown(1)!.name).toBe('file 1');
  await sendAllThrough(one);
  expect([one.world.served(1)!.name, one.world.open(1)]).toEqual(['file 1', []]);
});

/** A rename that was held after its update got no answer. Its value was seen on the service since. */
async function heldAndSeen(): Promise<InMemorySync> {
  const one = await renamed();
  staleLists(one.world.fake, 1);
  one.world.fake.next('updateFile', applying(noAnswer));
  await one.world.push();
  one.world.queue.hold(one.world.outbox.openEdits(one.world.of(1)).map(({ id }) => id));
  one.world.edit(1, { 'key:env': 'prod' });
  await sendAllThrough(one);
  expect([one.world.served(1), one.world.open(1)]).toMatchObject([{ name: 'mine' }, [{ status: 'held' }]]);
  return one;
}

describe('undo of a held edit whose value was seen on the service since', () => {
  test('changes the file back', async () => {
    const one = await heldAndSeen();
    await one.undoOnce();
    await sendAllThrough(one);
    expect([one.world.served(1)!.name, one.world.open(1)]).toEqual(['file 1', []]);
  });

  test.each(['held', 'released'])('changes the file back, %s, where a list has shown the older value', async (how) => {
    const one = await heldAndSeen();
    await one.world.pull();
    expect(one.world.tables.files.get(one.world.of(1))?.record.name).toBe('file 1');
    if (how === 'released') one.world.queue.release(one.world.outbox.openEdits(one.world.of(1)).map(({ id }) => id));
    await one.undoOnce();
    await sendAllThrough(one);
    expect([one.world.served(1)!.name, one.world.open(1)]).toEqual(['file 1', []]);
  });

  test('leaves what somebody else wrote since', async () => {
    const one = await heldAndSeen();
    one.world.fake.change('public', one.world.of(1).id, { name: 'theirs' });
    await one.undoOnce();
    await sendAllThrough(one);
    expect([one.world.served(1)!.name, one.world.open(1)]).toEqual(['theirs', []]);
  });
});

test.each([
  ['changes the file back, where a list has shown the older value', null, 'file 1'],
  ['leaves what somebody else wrote since, and asks nothing', 'theirs', 'theirs'],
])('undo of a refused edit whose earlier update landed %s', async (_how, theirs, name) => {
  const one = await renamed();
  staleLists(one.world.fake, 1);
  one.world.fake.next('updateFile', applyingLate(noAnswer));
  await one.world.push();
  one.world.fake.next('updateFile', failing(answered(422)));
  await one.world.clock.advance(1_000);
  await one.world.push();
  expect(one.world.open(1)).toMatchObject([{ status: 'refused' }]);
  one.world.fake.applyLate();
  if (theirs !== null) one.world.fake.change('public', one.world.of(1).id, { name: theirs });
  await one.world.clock.advance(600_000);
  await one.world.pull();
  await one.undoOnce();
  await sendAllThrough(one);
  expect([one.world.served(1)!.name, one.world.open(1)]).toEqual([name, []]);
});

test('undo of an edit that the service answered without applying it takes it out of the queue at once', async () => {
  const one = await renamed();
  one.world.fake.next('updateFile', failing(answered(429)));
  await one.world.push();
  await one.undoOnce();
  expect(one.world.open(1)).toEqual([]);
});

test('undo of an edit that got no answer and belongs to another account takes it out of the queue', async () => {
  const one = await renamed();
  one.world.fake.next('updateFile', failing(noAnswer));
  await one.world.push();
  one.world.connection = { ...one.world.connection, account: 'another' };
  await one.undoOnce();
  expect(one.world.open(1)).toEqual([]);
});

describe('discarding', () => {
  test('while the update is on its way changes the file back once its answer is there', async () => {
    const one = await renamed();
    await sendWith(one, () => discard(one));
    expect([one.world.served(1)!.name, one.world.shown(1)!.name, one.world.open(1)]).toEqual(['file 1', 'file 1', []]);
  });

  test('an edit whose update got no answer takes it out of the queue, and nothing waits', async () => {
    const one = await renamed();
    one.world.fake.next('updateFile', failing(noAnswer));
    await one.world.push();
    await discard(one);
    expect(one.world.open(1)).toEqual([]);
  });
});

test('several edits of one field taken back at once, one sent and one waiting, give the value under both', async () => {
  const one = await renamed();
  await one.world.push();
  one.changeFile(1, { name: 'again' }, 'Rename it again');
  const ids = one.world.outbox.keptEdits(one.world.of(1)).map(({ id }) => id);
  await one.undo.takeBack(one.world.connection.id, one.accountRef, 'Take both back', ids);
  expect(one.world.open(1)).toEqual([{ field: 'name', base: 'mine', mine: 'file 1', status: 'queued' }]);
  await one.world.push();
  expect(one.world.served(1)!.name).toBe('file 1');
});
