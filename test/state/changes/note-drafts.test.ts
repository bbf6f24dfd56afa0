import { expect, test, vi } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { ChangesState } from '../../../src/state/changes/changes.svelte.ts';
import { NoteDrafts } from '../../../src/state/changes/note-drafts.svelte.ts';
import { connectionA } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { heldClock } from '../held-clock.ts';
import { portsOf } from '../ports.ts';
import { aDetail, aSet, setA } from './change-sets.ts';

function noting() {
  const bridge = fakeBridge({ 'changes.note': () => ok(null) });
  const { clock, rested } = heldClock();
  const read = Promise.withResolvers<void>();
  const notes = new NoteDrafts(portsOf(bridge), () => read.promise, clock);
  const written = () => bridge.asked.filter(({ name }) => name === 'changes.note').map(({ input }) => input);
  const put = (note: string) => ({ connectionId: connectionA, changeSetId: setA, note });
  return { bridge, notes, put, rested, written, reread: read.resolve };
}

/** Ends once the answers that are here were taken. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a note is kept once after a pause in the typing, and at once when the page may end', async () => {
  const { notes, put, rested, written } = noting();
  for (const text of ['w', 'wa', 'wait ']) notes.type(setA, text, null);
  expect([written(), notes.textOf(setA)]).toEqual([[], 'wait ']);
  rested();
  await vi.waitFor(() => expect(written()).toEqual([put('wait')]));
  notes.type(setA, 'wait for Ada', 'wait');
  notes.flush();
  await vi.waitFor(() => expect(written()).toEqual([put('wait'), put('wait for Ada')]));
  expect(notes.textOf(setA)).toBe('wait for Ada');
});

test('a note that is given up is as it was before the typing, and was never asked for where nothing was written', () => {
  const { notes, put, rested, written } = noting();
  notes.type(setA, 'half', 'before');
  notes.cancel(setA);
  rested();
  expect([written(), notes.textOf(setA)]).toEqual([[], null]);
  notes.type(setA, 'half', 'before');
  rested();
  notes.type(setA, 'half a', 'half');
  notes.cancel(setA);
  expect(written()).toEqual([put('half'), put('before')]);
});

test('an emptied field removes no note by itself', () => {
  const { notes, rested, written } = noting();
  notes.type(setA, 'b', 'before');
  notes.type(setA, ' ', 'before');
  rested();
  notes.flush();
  expect([written(), notes.textOf(setA)]).toEqual([[], ' ']);
});

test('a note that could not be kept is tried again, unless its change set is gone', async () => {
  const { bridge, notes, rested, written } = noting();
  bridge.answer('changes.note', () => fail({ kind: 'notSaved', reason: 'diskFull', detail: '' }));
  notes.type(setA, 'wait', null);
  rested();
  await vi.waitFor(() => expect(written()).toHaveLength(1));
  await vi.waitFor(() => {
    rested();
    expect(written()).toHaveLength(2);
  });
  bridge.answer('changes.note', () => fail({ kind: 'notFound' }));
  await vi.waitFor(() => {
    rested();
    expect(written()).toHaveLength(3);
  });
  await settled();
  rested();
  expect(written()).toHaveLength(3);
});

test('an emptied field removes no note either when what was typed before could not be kept', async () => {
  const { bridge, notes, put, rested, written } = noting();
  const slow = later<'changes.note'>();
  bridge.answer('changes.note', () => slow.reply);
  notes.type(setA, 'wait', 'before');
  rested();
  notes.type(setA, '', 'before');
  slow.fail({ kind: 'notSaved', reason: 'diskFull', detail: '' });
  await settled();
  rested();
  await settled();
  expect(written()).toEqual([put('wait')]);
});

test('the note from before the typing is put back once the core can', async () => {
  const { bridge, notes, put, rested, written } = noting();
  notes.type(setA, 'half', 'before');
  rested();
  bridge.answer('changes.note', () => fail({ kind: 'notSaved', reason: 'diskFull', detail: '' }));
  notes.cancel(setA);
  await settled();
  bridge.answer('changes.note', () => ok(null));
  rested();
  await settled();
  rested();
  expect(written()).toEqual([put('half'), put('before'), put('before')]);
});

test('a draft tells that the core was given some of it, which the note on the page may lack', async () => {
  const { notes, rested } = noting();
  notes.type(setA, 'half', 'before');
  expect(notes.isWritten(setA)).toBe(false);
  rested();
  notes.type(setA, 'before', 'before');
  expect(notes.isWritten(setA)).toBe(true);
  notes.end(setA);
  expect(notes.isWritten(setA)).toBe(false);
  await settled();
});

test('a note that is given up shows the words from before the typing until the set was read anew', async () => {
  const { notes, rested, reread } = noting();
  notes.type(setA, 'half', 'before');
  notes.cancel(setA);
  expect(notes.noteOf(setA, 'as it was read')).toBe('as it was read');
  notes.type(setA, 'half', 'before');
  rested();
  notes.cancel(setA);
  expect(notes.noteOf(setA, 'half')).toBe('before');
  await settled();
  expect(notes.noteOf(setA, 'half')).toBe('before');
  reread();
  await settled();
  expect(notes.noteOf(setA, 'as it was read')).toBe('as it was read');
});

test('a note that cannot be put back is shown as the core has it', async () => {
  const { bridge, notes, rested, reread } = noting();
  notes.type(setA, 'half', null);
  rested();
  await settled();
  bridge.answer('changes.note', () => fail({ kind: 'notSaved', reason: 'diskFull', detail: '' }));
  notes.cancel(setA);
  expect(notes.noteOf(setA, 'half')).toBeNull();
  reread();
  await settled();
  expect(notes.noteOf(setA, 'half')).toBe('half');
});

test('the words of a later end outlive the reading after an earlier one', async () => {
  const { notes, reread } = noting();
  notes.keep(setA, 'first', Promise.resolve());
  notes.keep(setA, 'second', new Promise(() => undefined));
  reread();
  await settled();
  expect(notes.noteOf(setA, 'old')).toBe('second');
});

test('what is typed while a note is on its way stays as it was typed', async () => {
  const late = later<'changes.note'>();
  const bridge = fakeBridge({
    'changes.set': () => ok({ row: aSet(), edits: [aDetail()] }),
    'changes.conflicts': () => ok([]),
    'changes.note': () => late.reply,
  });
  const { opened } = new ChangesState(portsOf(bridge));
  await opened.open(setA);
  opened.noteDrafts.type(setA, 'for the', null);
  const writing = opened.write('for the');
  opened.noteDrafts.type(setA, 'for the printer', null);
  late.arrive(null);
  await writing;
  expect(opened.noteDrafts.textOf(setA)).toBe('for the printer');
  opened.noteDrafts.end(setA);
});
