import { expect, test } from 'vitest';
import {
  actionsAtHead,
  actionsForSet,
  awaitsAnswer,
  statusOfEdit,
  statusOfSet,
  tickOf,
} from '../../../src/state/changes/change-set-status.ts';
import { aChange } from '../../support/builders.ts';
import { aDetail, aSet } from './change-sets.ts';

test('the most urgent thing stands for a set, and decides what may be done', () => {
  const mixed = aSet({ settled: 3, queued: 2, refused: 1 });
  expect([statusOfSet(mixed), actionsForSet(mixed), actionsForSet(aSet({ settled: 1 }))]).toEqual([
    'refused',
    ['hold', 'retry', 'discard', 'takeBack'],
    ['takeBack'],
  ]);
});

test.each([
  ['one outcome', { refused: 63 }, ['refused'], ['retry', 'discard']],
  [
    'what arrived, folded away, and what was refused',
    { settled: 350, refused: 63 },
    ['refused', 'settled'],
    ['takeBack'],
  ],
  ['two reasons', { refused: 63 }, ['refused', 'refused'], ['retry', 'discard']],
  ['waiting and refused', { queued: 2, refused: 1 }, ['refused', 'queued'], ['discard']],
  ['a conflict, which has its own way out', { conflicted: 1, queued: 2 }, ['conflicted', 'queued'], []],
] as const)('the head of a set offers no action that one group offers: %s', (_, given, groups, head) => {
  expect(actionsAtHead(aSet(given), groups)).toEqual(head);
});

test('a set is ticked for what of it would be sent', () => {
  const parked = { queued: 1, parked: true };
  const ticks = [{ queued: 1 }, { queued: 1, held: 1 }, { held: 1 }, { settled: 1 }, parked].map((given) =>
    tickOf(aSet(given)),
  );
  expect(ticks).toEqual(['all', 'some', 'none', null, null]);
});

test('a try that was cut off awaits an answer only while its edit waits', () => {
  const cut = { endedAtMs: 2, outcome: 'the connection was cut', requestId: null, awaitsAnswer: true };
  const attempts = [{ startedAtMs: 1, body: '{}', ...cut }];
  const settled = { ...aDetail().edit, changes: [aChange({ status: 'settled' })] };
  expect([
    awaitsAnswer(aDetail({ attempts })),
    awaitsAnswer(aDetail({ attempts, edit: settled })),
    awaitsAnswer(aDetail()),
    statusOfEdit(aDetail({ edit: settled })),
  ]).toEqual([true, false, false, 'settled']);
});
