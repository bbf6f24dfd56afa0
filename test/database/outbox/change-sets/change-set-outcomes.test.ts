import { expect, test } from 'vitest';
import { changeSetOutcomes } from '../../../../electron/database/outbox/change-sets/change-set-outcomes.ts';
import { aChangeSet, anAttempt, anEdit, fileOf } from '../../../support/builders.ts';
import { anOutbox } from '../../../support/database.ts';

function aSetOf(files: number) {
  const { db, outbox } = anOutbox();
  const edits = Array.from({ length: files }, (_, place) => anEdit(place + 1, `file-${place + 1}`));
  const set = aChangeSet(1, { edits });
  outbox.enqueue(set);
  const become = (place: number, status: 'refused' | 'settled' | 'conflicted', message?: string): void => {
    const { id } = anEdit(place);
    outbox.update([{ editId: id, field: 'name', status }]);
    if (message !== undefined) outbox.setRefusal(id, { status: 400, message, requestId: null, atMs: 1 });
  };
  return { outbox, outcomes: changeSetOutcomes(db), id: set.id, become };
}

test('files are grouped by outcome and by the words of the service, the most urgent and the largest first', () => {
  const { outcomes, id, become } = aSetOf(7);
  become(1, 'settled');
  for (const place of [2, 3]) become(place, 'refused', 'more than 10 pairs');
  become(4, 'refused', 'name is too long');
  become(5, 'conflicted');
  expect(outcomes.groups(id)).toEqual([
    { status: 'conflicted', message: null, httpStatus: null, files: 1 },
    { status: 'refused', message: 'more than 10 pairs', httpStatus: 400, files: 2 },
    { status: 'refused', message: 'name is too long', httpStatus: 400, files: 1 },
    { status: 'queued', message: null, httpStatus: null, files: 2 },
    { status: 'settled', message: null, httpStatus: null, files: 1 },
  ]);
  expect(outcomes.tape(id)).toBe('orrrnww');
});

test('a service that says other words of each file hides none of the files that it took, or that wait', () => {
  const { outcomes, id, become } = aSetOf(50);
  for (let place = 1; place <= 47; place += 1) become(place, 'refused', `file-${place} has too many pairs`);
  become(48, 'settled');
  const groups = outcomes.groups(id);
  expect(groups.filter(({ status }) => status === 'refused')).toHaveLength(40);
  expect(groups.slice(40).map(({ status, files }) => [status, files])).toEqual([
    ['queued', 2],
    ['settled', 1],
  ]);
});

test('a group is read page by page, and its edits alone are acted on', () => {
  const { outcomes, id, become } = aSetOf(5);
  for (const place of [1, 3, 5]) become(place, 'refused', 'no');
  const refused = { status: 'refused', message: 'no' } as const;
  const first = outcomes.editsOfGroup(id, refused, 0, 2);
  const second = outcomes.editsOfGroup(id, refused, first.at(-1)!.seq, 2);
  expect([first, second].map((page) => page.map(({ fileId }) => fileId))).toEqual([['file-1', 'file-3'], ['file-5']]);
  expect(outcomes.idsOfGroup(id, refused)).toEqual([1, 3, 5].map((place) => anEdit(place).id));
  expect(outcomes.idsOfGroup(id, { status: 'refused', message: 'other words' })).toEqual([]);
});

test('a set was sent from its first attempt to the end of its last, and each attempt is counted once', () => {
  const { outbox, outcomes, id } = aSetOf(3);
  const begin = (number: number, places: readonly number[], startedAtMs: number): void =>
    outbox.beginAttempt(
      anAttempt(number, { ...fileOf(`file-${number}`), startedAtMs, editIds: places.map((place) => anEdit(place).id) }),
    );
  const end = (number: number, endedAtMs: number): void =>
    outbox.endAttempt(`attempt-${number}`, {
      ...{ endedAtMs, outcome: 'answered', isResolved: true, requestId: null, answeredRaw: null },
    });
  begin(2, [2, 3], 100);
  expect(outcomes.sent(id)).toBeNull();
  end(2, 150);
  begin(1, [1], 200);
  expect(outcomes.sent(id)).toEqual({ fromMs: 100, toMs: 150, updates: 2 });
  end(1, 280);
  expect(outcomes.sent(id)).toEqual({ fromMs: 100, toMs: 280, updates: 2 });
  expect(outcomes.sent(aChangeSet(99).id)).toBeNull();
});

test('a set of which nothing was sent has no times, and an unknown one no groups', () => {
  const { outcomes, id } = aSetOf(1);
  expect(outcomes.sent(id)).toBeNull();
  expect(outcomes.groups(aChangeSet(99).id)).toEqual([]);
  expect(outcomes.tape(aChangeSet(99).id)).toBe('');
});
