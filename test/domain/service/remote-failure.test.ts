import { describe, expect, test } from 'vitest';
import {
  describeFailure,
  type FailureClass,
  failureClassOf,
  mayHaveBeenApplied,
  type RemoteFailure,
  requestIdOf,
} from '../../../src/domain/service/remote-failure.ts';

const answered = (status: number, retryAfterMs: number | null = null): RemoteFailure => ({
  kind: 'answered',
  status,
  message: 'words',
  requestId: 'r-1',
  retryAfterMs,
});
const everyStatus = Array.from({ length: 200 }, (_none, at) => at + 400);
const statusesOf = (kind: FailureClass['kind']): readonly number[] =>
  everyStatus.filter((status) => failureClassOf(answered(status)).kind === kind);

describe('what a failed update means', () => {
  test.each<[RemoteFailure, FailureClass['kind']]>([
    [{ kind: 'notSent', detail: '' }, 'notApplied'],
    [{ kind: 'noAnswer', detail: '' }, 'unknown'],
    [{ kind: 'malformed', detail: '', requestId: null }, 'unknown'],
    [{ kind: 'wrongRecord', requestId: null }, 'unknown'],
    [{ kind: 'notOurService', detail: '' }, 'notOurService'],
  ])('%j: %s', (failure, kind) => {
    expect(failureClassOf(failure)).toEqual({ kind });
  });

  test('every status from 400 to 599 has its row', () => {
    expect(statusesOf('unknown')).toEqual([408, 502, 504]);
    expect(statusesOf('token')).toEqual([401]);
    expect(statusesOf('notAllowed')).toEqual([403]);
    expect(statusesOf('gone')).toEqual([404, 410]);
    expect(statusesOf('conflict')).toEqual([409, 412]);
    expect(statusesOf('later')).toEqual([425, 429, 503]);
    expect(statusesOf('broken')).toEqual(
      everyStatus.filter(
        (status) => [402, 426, 431].includes(status) || (status >= 500 && ![502, 503, 504].includes(status)),
      ),
    );
    expect(statusesOf('refused')).toEqual(
      everyStatus.filter(
        (status) => status < 500 && ![401, 402, 403, 404, 408, 409, 410, 412, 425, 426, 429, 431].includes(status),
      ),
    );
  });

  test('a time to wait goes along', () => {
    expect(failureClassOf(answered(429, 60_000))).toEqual({ kind: 'later', delayMs: 60_000 });
    expect(failureClassOf(answered(503))).toEqual({ kind: 'later', delayMs: null });
  });

  test('is decided by status alone, never by words', () => {
    expect(
      failureClassOf({ kind: 'answered', status: 400, message: '401 429 gone', requestId: null, retryAfterMs: 5_000 }),
    ).toEqual({ kind: 'refused' });
  });

  test('the value may be there after an answer that never came or a service that broke, and after no other', () => {
    const kinds = [
      'notApplied',
      'unknown',
      'token',
      'notAllowed',
      'refused',
      'gone',
      'conflict',
      'broken',
      'notOurService',
    ] as const;
    expect(kinds.filter((kind) => mayHaveBeenApplied({ kind }))).toEqual(['unknown', 'broken']);
    expect(mayHaveBeenApplied({ kind: 'later', delayMs: null })).toBe(false);
  });
});

test('a failure has one line, and its request id where the service gave one', () => {
  const failures: readonly RemoteFailure[] = [
    answered(403),
    { kind: 'wrongRecord', requestId: 'r-2' },
    { kind: 'malformed', detail: 'the answer is not JSON', requestId: null },
    { kind: 'noAnswer', detail: 'no answer in time' },
  ];
  expect(failures.map((failure) => [describeFailure(failure), requestIdOf(failure)])).toEqual([
    ['403: "words"', 'r-1'],
    ['the service answered with another file', 'r-2'],
    ['the answer is not JSON', null],
    ['no answer in time', null],
  ]);
});
