import { expect, test } from 'vitest';
import { withUpdates } from '../../../src/domain/edits/change-update.ts';
import { discardField } from '../../../src/domain/edits/requeue.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import { aChange, editAt } from '../builders.ts';

const never = (): boolean => false;
const told = (changes: readonly FieldChange[], updates: ReturnType<typeof discardField>) =>
  withUpdates(changes, updates ?? []).map(({ seq, field, base, status }) => [seq, field, base, status]);

test('every open change of the field goes, and keeps the base that it had', () => {
  const changes = [
    aChange(1, 'a', 'b', 'settled'),
    aChange(2, 'b', 'c', 'held'),
    aChange(3, 'b', 'd'),
    aChange(4, 'd', 'e'),
    aChange(4, 'x', 'y', 'queued', 'key:n'),
  ];
  expect(told(changes, discardField(changes, 'name', never))).toEqual([
    [1, 'name', 'a', 'settled'],
    [2, 'name', 'b', 'discarded'],
    [3, 'name', 'b', 'discarded'],
    [4, 'name', 'd', 'discarded'],
    [4, 'key:n', 'x', 'queued'],
  ]);
});

test('nothing is changed while one of the changes may have reached the service', () => {
  const changes = [aChange(1, 'a', 'b'), aChange(2, 'b', 'c')];
  expect(discardField(changes, 'name', ({ editId }) => editId === editAt(1))).toBeNull();
});

test('what is over already is no reason to wait', () => {
  const changes = [aChange(1, 'a', 'b', 'discarded'), aChange(2, 'b', 'c')];
  expect(discardField(changes, 'name', ({ editId }) => editId === editAt(1))).toEqual([
    { editId: editAt(2), field: 'name', status: 'discarded', base: 'b' },
  ]);
});
