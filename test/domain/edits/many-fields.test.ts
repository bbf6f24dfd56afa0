import { expect, test } from 'vitest';
import { dequeue, requeue } from '../../../src/domain/edits/requeue.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import { aChange } from '../builders.ts';

const FIELDS = 300;

/** The changes of one edit, and how often any of them was looked at. */
function manyFields(status: FieldChange['status']) {
  const looks = { count: 0 };
  const changes = Array.from({ length: FIELDS }, (_, at) => {
    const one = aChange(1, 'a', 'b', status, `key:${at}`);
    return Object.defineProperty({ ...one }, 'editId', {
      enumerable: true,
      get: () => {
        looks.count += 1;
        return one.editId;
      },
    });
  });
  return { changes, looks };
}

test.each(['held', 'discarded', 'refused'] as const)(
  'an edit of many fields that is %s has each looked at a few times, and not once for each other one',
  (status) => {
    const { changes, looks } = manyFields('queued');
    expect(dequeue(changes, changes, status)).toHaveLength(FIELDS);
    expect(looks.count).toBeLessThan(10 * FIELDS);
  },
);

test('an edit of many fields that comes back has each looked at a few times, and not once for each other one', () => {
  const { changes, looks } = manyFields('held');
  expect(requeue(changes, changes)).toHaveLength(FIELDS);
  expect(looks.count).toBeLessThan(10 * FIELDS);
});
