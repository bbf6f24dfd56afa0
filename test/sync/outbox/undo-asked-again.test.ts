import { expect, test, vi } from 'vitest';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { InMemorySync } from '../in-memory-sync.ts';
import { answered, applying, failing, noAnswer } from '../push/failures.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A file whose key was set by an update that got no answer; the edit was discarded since. */
async function discardedAfterSend(fault: ReturnType<typeof failing>): Promise<InMemorySync> {
  const one = new InMemorySync();
  one.world.fake.put(fakeFile(1, { keyvalues: new Map([['env', 'test']]) }));
  await one.world.copy();
  one.changeFile(1, { 'key:env': 'prod', 'key:stage': 'first' }, 'Change it');
  one.world.fake.next('updateFile', fault);
  await one.world.push();
  await one.undo.discard(one.world.connection.id, one.accountRef, 'Discard it', waiting(one));
  expect(one.world.shown(1)!.keyvalues).toEqual({ env: 'test' });
  return one;
}

const waiting = (one: InMemorySync) => one.world.outbox.openEdits(one.world.of(1)).map(({ id }) => id);

async function sendAllThrough(one: InMemorySync): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await one.world.clock.advance(120_000);
    await one.world.push();
  }
}

test.each([
  ['and had landed', applying(noAnswer)],
  ['and never landed', failing(noAnswer)],
])(
  'a value discarded after its update got no answer %s, and asked for again, is changed back by an undo',
  async (_how, fault) => {
    const one = await discardedAfterSend(fault);
    one.changeFile(1, { 'key:env': 'prod' }, 'Change it again');
    await one.undoOnce();
    expect(one.world.shown(1)!.keyvalues).toEqual({ env: 'test' });
    await sendAllThrough(one);
    expect([one.world.served(1)!.keyvalues['env'], one.world.open(1)]).toEqual(['test', []]);
  },
);

test('so is an edit that was put back on top of a newer one', async () => {
  const one = await discardedAfterSend(applying(noAnswer));
  const discarded = one.world.outbox.keptEdits(one.world.of(1)).map(({ id }) => id);
  one.changeFile(1, { 'key:env': 'later' }, 'Change it later');
  await one.undo.restore(one.world.connection.id, one.accountRef, 'Put it back', discarded);
  await one.undoOnce();
  await sendAllThrough(one);
  expect([one.world.served(1)!.keyvalues, one.world.open(1)]).toEqual([{ env: 'later' }, []]);
});

test('a value whose update was refused, and that is asked for again, is taken out of the queue by an undo', async () => {
  const one = await discardedAfterSend(failing(answered(422)));
  one.changeFile(1, { 'key:env': 'prod' }, 'Change it again');
  await one.undoOnce();
  expect(one.world.open(1)).toEqual([]);
});

test('so is one where a newer value of ours was taken since', async () => {
  const one = await discardedAfterSend(failing(noAnswer));
  one.changeFile(1, { 'key:env': 'later' }, 'Change it later');
  await sendAllThrough(one);
  one.changeFile(1, { 'key:env': 'prod' }, 'Change it again');
  await one.undoOnce();
  expect([one.world.open(1), one.world.shown(1)!.keyvalues]).toEqual([[], { env: 'later' }]);
});

test('a value that somebody else has written since stays, where the discarded update was looked for long ago', async () => {
  const one = await discardedAfterSend(failing(noAnswer));
  await sendAllThrough(one);
  await one.world.clock.advance(2 * 60 * 60_000);
  one.changeFile(1, { 'key:env': 'prod' }, 'Change it again');
  one.world.fake.change('public', fakeId(1), { keyvalues: new Map([['env', 'prod']]) });
  await one.undoOnce();
  await sendAllThrough(one);
  expect([one.world.served(1)!.keyvalues, one.world.open(1)]).toEqual([{ env: 'prod' }, []]);
});
