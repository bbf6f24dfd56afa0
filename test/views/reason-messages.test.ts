import { expect, test } from 'vitest';
import { noTraits, serviceTraits } from '../../src/domain/connections/connection.ts';
import { lastFailureOf } from '../../src/domain/service/remote-failure.ts';
import { planProblemMessage } from '../../src/views/bulk/bulk-messages.ts';
import { dryRunReasonMessage } from '../../src/views/changes/dry-run/dry-run-messages.ts';
import { importedMessage } from '../../src/views/files/import/import-messages.ts';
import { unfitTextMessage } from '../../src/views/messages/app-messages.ts';
import { modeEvidenceMessage, nameEvidenceMessage } from '../../src/views/settings/settings-messages.ts';
import { answered, noAnswer, wrongRecord } from '../sync/push/failures.ts';

test('a file that a plan leaves out is told with the field, or with the size that the service refused', () => {
  const limit = { measure: 'pairs', size: 1_001, refused: 1_001 } as const;
  expect(planProblemMessage({ kind: 'text', field: 'name', problem: 'empty' })).toBe('Name: cannot be empty');
  expect(planProblemMessage({ kind: 'text', field: 'key:env', problem: 'tooLong' })).toBe('env: is too long');
  expect(planProblemMessage({ kind: 'limit', limit })).toBe(
    'Metadata would have 1,001 pairs, and this service refused 1,001',
  );
});

test('a dry run says the key, the size or the answer that stands in the way', () => {
  const limit = { measure: 'name', size: 300, refused: 256 } as const;
  expect(dryRunReasonMessage({ kind: 'cannotRemove', key: 'env' })).toBe('This service cannot remove a key (“env”)');
  expect(dryRunReasonMessage({ kind: 'limit', limit })).toBe(
    'The name would have 300 characters, and this service refused 256',
  );
  expect(dryRunReasonMessage({ kind: 'unread', failure: lastFailureOf(answered(404)) })).toBe(
    'The service answered 404: status 404',
  );
});

test('a line of a list is told with the failure and the words that came with it', () => {
  expect(importedMessage(null)).toBe('in the copy');
  expect(importedMessage({ kind: 'stopped' })).toBe('Not asked: the import was stopped.');
  expect(importedMessage({ kind: 'failed', failure: lastFailureOf(wrongRecord) })).toBe(
    'The service answered with another file',
  );
  expect(importedMessage({ kind: 'notAsked', failure: lastFailureOf(noAnswer) })).toBe(
    'Not asked. No answer came: the connection was reset',
  );
});

test('a text that cannot be imported is told with the limit that it is beyond, or with the words of its parser', () => {
  expect(unfitTextMessage({ kind: 'tooManyLines', most: 100_000 })).toBe(
    'This has more than 100,000 lines. Import it in parts.',
  );
  expect(unfitTextMessage({ kind: 'longLine', mostBytes: 5_000_000 })).toBe(
    'A line of this table is longer than 5\u00a0MB.',
  );
  expect(unfitTextMessage({ kind: 'notCsv', words: 'Quote Not Closed' })).toBe(
    'The table is not CSV: Quote Not Closed',
  );
  expect(unfitTextMessage({ kind: 'tooMuchMemory' })).toBe('It needs too much memory. Import it in parts.');
  expect(unfitTextMessage({ kind: 'repeatedColumn', column: 'key:a' })).toBe(
    'The table has the column “key:a” twice. Remove one of them.',
  );
  expect(unfitTextMessage({ kind: 'tooDeep', mostLevels: 1_000 })).toBe(
    'The file has lists or objects within one another on more than 1,000 levels.',
  );
});

test('what showed how a service works is told from its facts, and in the words of an earlier build where it kept those', () => {
  expect([modeEvidenceMessage(noTraits), nameEvidenceMessage(noTraits)]).toEqual([null, null]);
  const { modeEvidence: _notYet, ...earlier } = { ...noTraits, keyvaluesEvidence: '"env" was left out and is gone' };
  const nameSearch = { refuted: [], evidence: 'Asked for "ci", the service left out "ci"' };
  const old = serviceTraits.parse({ ...earlier, nameSearch });
  expect([modeEvidenceMessage(old), nameEvidenceMessage(old)]).toEqual([
    '"env" was left out and is gone',
    'Asked for "ci", the service left out "ci"',
  ]);
  const learnt = {
    ...{ ...old, modeEvidence: { kind: 'selfTest', mode: 'replace' } as const },
    nameSearch: { ...old.nameSearch, decidedBy: { kind: 'unasked', typed: 'ci', name: 'my-ci' } as const },
  };
  expect([modeEvidenceMessage(learnt), nameEvidenceMessage(learnt)]).toEqual([
    'a key that was left out was gone in a self-test',
    'asked for “ci”, the service answered with “my-ci”',
  ]);
});
