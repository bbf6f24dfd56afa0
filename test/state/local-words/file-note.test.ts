import { expect, test, vi } from 'vitest';
import type { FileDetail } from '../../../src/contract/files.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { noteAsValue } from '../../../src/domain/files/file-marks.ts';
import { pageClock } from '../../../src/state/app/clock.svelte.ts';
import { FileNoteState } from '../../../src/state/local-words/file-note.svelte.ts';
import { aFile, connectionA, fileOf, uuid } from '../../support/builders.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

function noting() {
  const record = aFile({ id: uuid(1), keyvalues: [['remark', 'before']] });
  const detail = (note?: string): FileDetail => ({
    ...{ record, shown: record, raw: '{}', seenAtMs: 1, state: 'onServer', changes: [], refusal: null, wait: null },
    ...(note === undefined ? {} : { note }),
  });
  const bridge = fakeBridge({
    'fileNotes.put': () => ok(null),
    'files.edit': () => ok({ changeSetId: uuid(9) as never }),
  });
  const due: (() => void)[] = [];
  const after = (_: number, work: () => void) => {
    due.push(work);
    return () => void due.splice(due.indexOf(work), 1);
  };
  const state = new FileNoteState(portsOf(bridge), { ...pageClock, after });
  const written = () => bridge.asked.filter(({ name }) => name === 'fileNotes.put').map(({ input }) => input);
  const key = { network: record.network, id: record.id };
  return { bridge, detail, due, key, state, written };
}

test('typing is written once after a pause, without the space around it, and shown as typed meanwhile', async () => {
  const { detail, due, key, state, written } = noting();
  for (const text of ['a', 'as', 'ask ']) state.type(key, text);
  expect([written(), state.textOf(detail('before'))]).toEqual([[], 'ask ']);
  due.splice(0).forEach((work) => work());
  await vi.waitFor(() => expect(written()).toEqual([{ connectionId: connectionA, key, note: 'ask' }]));
});

test('an answer from before the last key takes nothing away, and the one after it is followed', async () => {
  const { detail, key, state, written } = noting();
  state.type(key, 'ask Ada');
  state.follow(detail('ask'));
  expect(state.textOf(detail('ask'))).toBe('ask Ada');
  state.flush();
  await vi.waitFor(() => expect(written()).toHaveLength(1));
  state.follow(detail('ask Ada'));
  await vi.waitFor(() => {
    state.follow(detail('ask Ada'));
    expect(state.textOf(detail('of another window'))).toBe('of another window');
  });
});

test('a space or line break at the end stays while a person writes, and goes once they have left', async () => {
  const { detail, key, state, written } = noting();
  state.type(key, 'ask Ada\n');
  state.flush();
  await vi.waitFor(() => expect(written()).toHaveLength(1));
  await new Promise((resolve) => setImmediate(resolve));
  state.follow(detail('ask Ada'), true);
  const whileWriting = state.textOf(detail('ask Ada'));
  state.follow(detail('ask Ada'));
  expect([whileWriting, state.textOf(detail('ask Ada'))]).toEqual(['ask Ada\n', 'ask Ada']);
});

test('a note that could not be stored stays on the page, and is written again', async () => {
  const { bridge, detail, due, key, state, written } = noting();
  bridge.answer('fileNotes.put', () => fail({ kind: 'notSaved', reason: 'diskFull', detail: '' }));
  state.type(key, 'ask Ada');
  state.flush();
  await vi.waitFor(() => expect(state.failureOf(key)).toMatchObject({ kind: 'notSaved' }));
  expect(state.failureOf({ ...key, id: fileOf(uuid(2)).id })).toBeNull();
  expect(state.textOf(detail())).toBe('ask Ada');
  bridge.answer('fileNotes.put', () => ok(null));
  await vi.waitFor(() => expect(due).toHaveLength(1));
  due.splice(0).forEach((work) => work());
  await vi.waitFor(() => expect([state.failureOf(key), written().length]).toEqual([null, 2]));
});

test('a note becomes an ordinary edit of the key that the person chose, over the value they saw', async () => {
  const { bridge, detail, key, state } = noting();
  expect(await state.promote(detail('ask Ada\nor Ben'), 'remark')).toBe(true);
  const changes = [{ field: 'key:remark', base: 'before', mine: 'ask Ada or Ben' }];
  expect(bridge.asked.find(({ name }) => name === 'files.edit')?.input).toEqual({
    connectionId: connectionA,
    key,
    changes,
  });
  bridge.answer('files.edit', () => fail({ kind: 'readOnly' }));
  expect([await state.promote(detail('x'), 'new'), state.promotionFailure]).toEqual([false, { kind: 'readOnly' }]);
});

test('every line break and tab of a note is one space of the value', () => {
  expect(noteAsValue('  one \r\n\r\n two\tthree\n')).toBe('one two three');
});
