import { expect, test } from 'vitest';
import { dequeue, requeue } from '../../../src/domain/edits/requeue.ts';
import { bulkChanges } from '../../../src/domain/edits/bulk.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import { changesOfLine } from '../../../electron/sync/bulk/table-format.ts';
import { keyField } from '../../../src/domain/files/field.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { InMemorySync } from '../../sync/in-memory-sync.ts';
import { aChange, aRecord } from '../builders.ts';

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

/** A record with many keys, and how often any of its pairs was looked at. */
function manyPairs() {
  const looks = { count: 0 };
  const keyvalues = Array.from({ length: FIELDS }, (_, at) => {
    const pair: [string, string] = [`key${at}`, 'a'];
    return new Proxy(pair, { get: (of, name) => ((looks.count += name === '0' ? 1 : 0), Reflect.get(of, name)) });
  });
  return { record: aRecord({ keyvalues }), looks };
}

const values = new Map(Array.from({ length: FIELDS }, (_, at) => [keyField(`key${at}`), 'b']));
const line = { line: 1, text: '', key: null, values, surplus: 0 };

test.each<[string, (record: FileRecord) => unknown]>([
  ['a bulk edit', (record) => bulkChanges(record, [{ kind: 'setKey', key: 'tier', value: 'gold' }], 0)],
  ['a line of a table', (record) => changesOfLine(record, line)],
  [
    'the question whether a line of a table is outdated',
    (record) => {
      const { plans, world } = new InMemorySync();
      const isOutdated = plans.isOutdated(world.of(1), { mirrored: record, shown: record });
      for (const field of values.keys()) isOutdated({ field, base: 'a', mine: 'b' });
    },
  ],
])('%s looks at each key of a file with many a few times, and not once for each other one', (_what, work) => {
  const { record, looks } = manyPairs();
  work(record);
  expect(looks.count).toBeLessThan(10 * FIELDS);
});
