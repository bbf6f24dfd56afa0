import { expect, test } from 'vitest';
import { accountRefA, accountRefB, connectionA, connectionB, fileOf } from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';

test('a delayed check is due at its time, the one that waits longest first, and for its own account only', () => {
  const { outbox } = anOutbox();
  outbox.scheduleCheck(fileOf('a'), accountRefA, 199.5);
  outbox.scheduleCheck(fileOf('b'), accountRefA, 100);
  outbox.scheduleCheck(fileOf('c', 'private', connectionB), accountRefA, 50);
  const due = (nowMs: number, of = accountRefA, id = connectionA) => outbox.dueChecks(id, of, nowMs);
  const [a, b] = ['a', 'b'].map((id) => ({ network: 'public', id }));
  expect([due(99), due(100), due(199), due(200)]).toEqual([[], [b], [b], [b, a]]);
  expect(due(999, accountRefB)).toEqual([]);
  expect(due(999, accountRefA, connectionB)).toEqual([{ network: 'private', id: 'c' }]);
  expect(outbox.nextCheckMs(connectionA, accountRefA)).toBe(100);
  expect(outbox.nextCheckMs(connectionA, accountRefB)).toBeNull();
});

test('a later time replaces an earlier one, and not the other way round', () => {
  const { outbox } = anOutbox();
  for (const dueAtMs of [100, 300, 200]) outbox.scheduleCheck(fileOf('a'), accountRefA, dueAtMs);
  expect(outbox.nextCheckMs(connectionA, accountRefA)).toBe(300);
});

test('a check that was made is cleared, unless a later one was scheduled meanwhile', () => {
  const { outbox } = anOutbox();
  outbox.scheduleCheck(fileOf('a'), accountRefA, 100);
  outbox.scheduleCheck(fileOf('a'), accountRefB, 100);
  outbox.scheduleCheck(fileOf('a'), accountRefA, 300);
  outbox.clearCheck(fileOf('a'), accountRefA, 100);
  expect(outbox.nextCheckMs(connectionA, accountRefA)).toBe(300);
  outbox.clearCheck(fileOf('b'), accountRefA, 300);
  outbox.clearCheck(fileOf('a'), accountRefA, 300);
  expect(outbox.nextCheckMs(connectionA, accountRefA)).toBeNull();
  expect(outbox.nextCheckMs(connectionA, accountRefB)).toBe(100);
});
