import { describe, expect, test } from 'vitest';
import { fileId } from '../../../src/domain/core/ids.ts';
import { withUpdates } from '../../../src/domain/edits/change-update.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import { decide } from '../../../src/domain/edits/requeue.ts';
import { decidedChanges, undecide as undecideAt } from '../../../src/domain/edits/undecide.ts';
import { aChange } from '../builders.ts';

const key = { network: 'public' as const, id: fileId.parse('f1') };
const conflict = (seq: number, base: string, mine: string, field: FieldChange['field'] = 'name'): FieldChange => ({
  ...aChange(seq, base, mine, 'conflicted', field),
  server: 'theirs',
  serverSeenAtMs: 1,
});

/** A conflict that a person has decided for mine, and what the queue holds since. */
function decided(changes: readonly FieldChange[], fields: readonly FieldChange['field'][] = ['name']) {
  const now = fields.reduce((all, field) => withUpdates(all, decide(all, field, { kind: 'mine' }).updates), changes);
  return { now, what: decidedChanges(key, changes, now) };
}

type Head<T> = T extends readonly [...infer All, unknown] ? All : never;

const nothing = { updates: [], again: [], sendBack: [] };
const never = (): boolean => false;
const undecide = (...given: Head<Parameters<typeof undecideAt>>) => undecideAt(...given, 5);
const untouched = aChange(9, 'x', 'y', 'queued', 'key:other');

describe('a decision', () => {
  test('is what it changed, and no more', () => {
    const { what } = decided([conflict(1, 'a', 'b'), untouched]);
    expect(what).toEqual([
      {
        ...{ key, editId: conflict(1, 'a', 'b').editId, field: 'name' },
        before: { status: 'conflicted', base: 'a', mine: 'b' },
        after: { status: 'queued', base: 'theirs', mine: 'b' },
      },
    ]);
    const before = aChange(1, 'a', 'b');
    expect(decidedChanges(key, [before], [{ ...before, base: 'c' }])).toHaveLength(1);
    expect(decidedChanges(key, [before], [{ ...before, mine: 'c' }])).toHaveLength(1);
    expect(decidedChanges(key, [before], [before])).toEqual([]);
    expect(decidedChanges(key, [before], [])).toEqual([]);
  });

  test('is undone to the conflict that it was, every step of it, and can be done again', () => {
    const { now, what } = decided([conflict(1, 'a', 'b'), conflict(2, 'b', 'c')]);
    const undone = undecide(now, what, never);
    expect(withUpdates(now, undone.updates).map(({ status, base, mine }) => [status, base, mine])).toEqual([
      ['conflicted', 'a', 'b'],
      ['conflicted', 'b', 'c'],
    ]);
    expect(undone.again.map(({ before, after }) => [before.status, after.status])).toEqual([
      ['discarded', 'conflicted'],
      ['queued', 'conflicted'],
    ]);
    expect(undone.sendBack).toEqual([]);
  });

  test.each([
    ['when it was asked', 1, 1],
    ['now, where a rule has taken that back', null, 5],
  ])('is undone to a question about the value that the person saw %s', (_when, serverSeenAtMs, seenAtMs) => {
    const { now, what } = decided([conflict(1, 'a', 'b')]);
    const since = now.map((one) => ({ ...one, server: null, serverSeenAtMs }));
    expect(undecide(since, what, never).updates).toMatchObject([{ server: 'theirs', serverSeenAtMs: seenAtMs }]);
  });

  test.each<[string, (step: FieldChange) => FieldChange]>([
    ['was held since', (step) => ({ ...step, status: 'held' })],
    ['has another value since', (step) => ({ ...step, mine: 'z' })],
    ['starts from something else since', (step) => ({ ...step, base: 'z' })],
  ])('of which one step %s stays as it is', (_what, since) => {
    const { now, what } = decided([conflict(1, 'a', 'b'), conflict(2, 'b', 'c')]);
    expect(
      undecide(
        now.map((step) => (step.seq === 2 ? since(step) : step)),
        what,
        never,
      ),
    ).toEqual(nothing);
  });

  test('of two fields is undone in the one that is as it was left', () => {
    const { now, what } = decided([conflict(1, 'a', 'b'), conflict(1, 'x', 'y', 'key:n')], ['name', 'key:n']);
    const since = now.map((one) => (one.field === 'name' ? { ...one, status: 'held' as const } : one));
    expect(undecide(since, what, never).updates).toMatchObject([{ field: 'key:n', status: 'conflicted', base: 'x' }]);
  });

  test('stays where a later edit of the field stands on it, and nowhere else', () => {
    const { now, what } = decided([conflict(2, 'a', 'b')]);
    const isUndone = (other: FieldChange): boolean => undecide([...now, other], what, never).updates.length > 0;
    expect(isUndone(aChange(3, 'b', 'c'))).toBe(false);
    expect(isUndone(aChange(3, 'b', 'c', 'discarded'))).toBe(true);
    expect(isUndone(aChange(3, 'b', 'c', 'queued', 'key:n'))).toBe(true);
    expect(isUndone(aChange(1, 'o', 'a', 'held'))).toBe(true);
  });
});

describe('a decision whose value may be on the service', () => {
  const { now, what } = decided([conflict(1, 'a', 'b'), untouched]);

  test('is taken back by sending what it replaced', () => {
    const sent = { ...nothing, sendBack: [{ field: 'name', mine: 'theirs' }] };
    expect(undecide(now, what, () => true)).toEqual(sent);
    expect(
      undecide(
        now.map((one) => ({ ...one, status: 'settled' as const })),
        what,
        never,
      ),
    ).toEqual(sent);
  });

  test('is one that is queued: what is held, or of another field, was not sent', () => {
    expect(undecide(now, what, ({ field }) => field !== 'name').sendBack).toEqual([]);
    expect(
      undecide(
        now.map((one) => ({ ...one, status: 'held' as const })),
        what,
        () => true,
      ),
    ).toEqual(nothing);
  });

  test('and that was no choice of mine sends nothing back', () => {
    const [one] = what;
    const other = { ...one!, before: { ...one!.before, status: 'held' as const } };
    expect(undecide(now, [other], () => true)).toEqual(nothing);
    const server = { ...one!, after: { ...one!.after, status: 'discarded' as const } };
    expect(undecide(now, [server], () => true)).toEqual(nothing);
  });
});
