import { describe, expect, test } from 'vitest';
import type { ChangeStatus, FieldChange } from '../../../src/domain/edits/edit.ts';
import { lastDecided, timesRepaired, wasAccepted } from '../../../src/domain/edits/out-of-order-repairs.ts';
import type { Field, FieldValue } from '../../../src/domain/files/field.ts';
import { aChange, editAt } from '../builders.ts';

const anEdit = (...changes: readonly FieldChange[]) => {
  const [{ editId, seq } = aChange(1, null, null)] = changes;
  return { id: editId, createdAtMs: seq * 100, changes };
};
const settled = (seq: number, base: FieldValue, mine: FieldValue, field: Field = 'key:a') =>
  anEdit(aChange(seq, base, mine, 'settled', field));
const of = (status: ChangeStatus, seq: number, base: FieldValue, mine: FieldValue) =>
  anEdit(aChange(seq, base, mine, status, 'key:a'));
/** A conflict that the person gave up for a value of the service. */
const givenUp = (seq: number, server: FieldValue, field: Field = 'key:a') =>
  anEdit({ ...aChange(seq, 'a', 'mine', 'discarded', field), server, serverSeenAtMs: 50 });
const attempt = (value: FieldValue, seqs: readonly number[], startedAtMs = 1_000, field: Field = 'key:a') => ({
  writes: [{ field, value }],
  editIds: seqs.map(editAt),
  startedAtMs,
  lastEditSeq: Math.max(...seqs),
});

describe('a value that lies on top of "c" was put right before', () => {
  const repair = { field: 'key:a' as const, base: 'b', mine: 'c' };
  const sent = settled(1, 'a', 'c');
  /** An older request of ours, which may have put the value there. */
  const older = attempt('b', [1], 500);

  test('by each edit of the same values that went out and wants what the change below it had left', () => {
    expect(timesRepaired([sent], [], repair)).toBe(0);
    expect(timesRepaired([sent, settled(2, 'b', 'c')], [attempt('c', [2]), older], repair)).toBe(1);
    const again = [attempt('c', [3]), attempt('c', [2]), older];
    expect(timesRepaired([sent, settled(2, 'b', 'c'), settled(3, 'b', 'c')], again, repair)).toBe(2);
  });

  test('once by edits that went out together, and by one that was sent twice', () => {
    const edits = [sent, settled(2, 'b', 'c'), settled(3, 'b', 'c')];
    expect(timesRepaired(edits, [attempt('c', [2, 3]), older], repair)).toBe(1);
    expect(timesRepaired(edits, [attempt('c', [2]), attempt('c', [2]), older], repair)).toBe(1);
  });

  test('and not by one that never went out, nor by a request for another value or field', () => {
    const edits = [sent, settled(2, 'b', 'c')];
    expect(timesRepaired(edits, [older], repair)).toBe(0);
    const others = [attempt('b', [2]), attempt('c', [2], 1_000, 'key:b'), older];
    expect(timesRepaired(edits, others, repair)).toBe(0);
  });

  test('nor by the person, who wants another value than the change below had left', () => {
    expect(timesRepaired([settled(1, 'a', 'b'), settled(2, 'b', 'c')], [attempt('c', [2]), older], repair)).toBe(0);
    expect(timesRepaired([settled(2, 'b', 'c')], [attempt('c', [2]), older], repair)).toBe(0);
  });

  test('nor by an edit with another base or in another field', () => {
    expect(timesRepaired([sent, settled(2, 'x', 'c')], [attempt('c', [2]), older], repair)).toBe(0);
    const elsewhere = [settled(1, 'a', 'c', 'key:b'), settled(2, 'b', 'c', 'key:b')];
    expect(timesRepaired(elsewhere, [attempt('c', [2]), older], repair)).toBe(0);
  });

  test('nor by the person, who wants once more what they had, and takes away what no request of ours had put there', () => {
    const edits = [sent, settled(2, 'b', 'c')];
    expect(timesRepaired(edits, [attempt('c', [2])], repair)).toBe(0);
    expect(timesRepaired(edits, [attempt('b', [3], 2_000), attempt('c', [2])], repair)).toBe(0);
    const carrying = [
      attempt('c', [2]),
      { ...attempt('x', [1], 500), carried: [{ field: 'key:a' as const, value: 'b' }] },
    ];
    expect(timesRepaired(edits, [attempt('c', [2])], repair, carrying)).toBe(1);
  });

  test('whatever was discarded in between, and in whatever order the edits come', () => {
    const edits = [settled(3, 'b', 'c'), of('discarded', 2, 'c', 'x'), sent];
    expect(timesRepaired(edits, [attempt('c', [3]), older], repair)).toBe(1);
    expect(timesRepaired([...edits, of('held', 2, 'c', 'x')], [attempt('c', [3]), older], repair)).toBe(0);
  });

  test('where "c" is the value of the service for which the person gave a conflict up', () => {
    const sentLater = [attempt('c', [2]), older];
    expect(timesRepaired([givenUp(1, 'c'), settled(2, 'b', 'c')], sentLater, repair)).toBe(1);
    expect(timesRepaired([givenUp(1, 'x'), settled(2, 'b', 'c')], sentLater, repair)).toBe(0);
  });

  test('but not by the edit of the person itself, for whose value an older one that was let go late was given up', () => {
    const { changes, ...late } = givenUp(1, 'c');
    const seenAfter = { ...late, changes: changes.map((one) => ({ ...one, serverSeenAtMs: 201 })) };
    expect(timesRepaired([seenAfter, settled(2, 'b', 'c')], [attempt('c', [2]), older], repair)).toBe(0);
  });
});

test('a question was put as often as there are edits that start from what they want, sent or unsent', () => {
  const question = { field: 'key:a' as const, base: 'c', mine: 'c' };
  const edits = [settled(1, 'a', 'c'), of('conflicted', 2, 'c', 'c'), of('discarded', 3, 'c', 'c')];
  expect(timesRepaired(edits, [], question)).toBe(2);
});

describe('what the person decided for last', () => {
  const valueOf = (...edits: Parameters<typeof lastDecided>[0]) => lastDecided(edits, 'key:a')?.value;

  test('is the newest settled value of the field', () => {
    expect(valueOf(settled(3, 'a', 'c'), settled(1, 'x', 'a'), settled(4, 'n', 'm', 'name'))).toBe('c');
    expect(valueOf(settled(1, 'x', 'a'), of('queued', 2, 'a', 'c'), of('discarded', 3, 'a', 'd'))).toBe('a');
    expect(valueOf(of('queued', 1, 'x', 'a'))).toBeUndefined();
  });

  test('is the value of the service for which a conflict was given up, an absent key too', () => {
    expect(valueOf(settled(1, 'x', 'a'), givenUp(2, 'theirs'))).toBe('theirs');
    expect(valueOf(settled(1, 'x', 'a'), givenUp(2, null))).toBeNull();
    expect(valueOf(givenUp(1, 'theirs'), settled(2, 'theirs', 'c'))).toBe('c');
  });

  test('is never an absent name', () => {
    expect(lastDecided([givenUp(2, null, 'name')], 'name')).toBeUndefined();
    expect(lastDecided([givenUp(2, 'theirs', 'name')], 'name')?.value).toBe('theirs');
  });

  test('came after the requests that were stored before it was made, whatever the clock said', () => {
    const decided = lastDecided([settled(3, 'a', 'c')], 'key:a');
    expect(decided?.isAfter(attempt('b', [1], 900))).toBe(true);
    expect(decided?.isAfter({ ...attempt('b', [1], 100), lastEditSeq: 3 })).toBe(false);
    expect(decided?.isAfter(attempt('c', [1, 3], 100))).toBe(false);
  });

  test('came after the requests that began before the value of the service was seen', () => {
    const decided = lastDecided([givenUp(3, 'theirs')], 'key:a');
    expect(decided?.isAfter(attempt('mine', [3], 50))).toBe(true);
    expect(decided?.isAfter(attempt('mine', [3], 51))).toBe(false);
    expect(decided?.isAfter(attempt('b', [2], 51))).toBe(true);
  });

  test('came before a request of another edit that a clock set back puts before its own', () => {
    const released = (startedAtMs: number) => ({ ...attempt('b', [1], startedAtMs), lastEditSeq: 3 });
    const seenAt = (serverSeenAtMs: number) => {
      const { changes, ...rest } = givenUp(3, 'theirs');
      return lastDecided([{ ...rest, changes: changes.map((one) => ({ ...one, serverSeenAtMs })) }], 'key:a');
    };
    expect(seenAt(400)?.isAfter(released(299))).toBe(false);
    expect(seenAt(400)?.isAfter(released(300))).toBe(true);
    expect(seenAt(400)?.isAfter(released(401))).toBe(false);
  });
});

test('a value was accepted where an edit of the attempt settled with it', () => {
  const edits = [settled(1, 'a', 'c'), of('queued', 2, 'c', 'd')];
  expect(wasAccepted(edits, attempt('c', [1]), 'key:a')).toBe(true);
  expect(wasAccepted(edits, attempt('d', [2]), 'key:a')).toBe(false);
  expect(wasAccepted(edits, attempt('c', [2]), 'key:a')).toBe(false);
  expect(wasAccepted(edits, attempt('d', [1]), 'key:a')).toBe(false);
  expect(wasAccepted(edits, attempt('c', [1], 0, 'key:b'), 'key:a')).toBe(false);
  expect(wasAccepted(edits, attempt('c', [1]), 'key:b')).toBe(false);
});

test('a value was not accepted where only the one on top of it was there already', () => {
  const found = (seq: number, base: string | null, mine: string | null) => ({
    ...settled(seq, base, mine),
    changes: settled(seq, base, mine).changes.map((one) => ({ ...one, settlement: 'alreadyThere' as const })),
  });
  const [own, back] = [found(1, null, 'c'), found(2, 'c', null)];
  expect(wasAccepted([own, back], attempt('c', [1]), 'key:a')).toBe(false);
  expect(wasAccepted([own, settled(2, 'c', null)], attempt('c', [1]), 'key:a')).toBe(true);
  expect(wasAccepted([own, found(2, 'd', null)], attempt('c', [1]), 'key:a')).toBe(true);
  expect(wasAccepted([settled(1, null, 'c'), back], attempt('c', [1]), 'key:a')).toBe(true);
});
