import { expect, test } from 'vitest';
import { historyEntryMessage } from '../../src/views/files/inspector/history-messages.ts';

test.each([
  ['observed', null, 'Seen on the service'],
  ['vanished', null, 'After your edit, the service no longer has this'],
  ['gaveWay', null, 'Gave way in a conflict'],
  ['edited', 'settled', 'Your edit, on server'],
] as const)('an entry of the kind %s (%s) is called "%s"', (kind, status, said) => {
  expect(historyEntryMessage({ kind, status })).toBe(said);
});
