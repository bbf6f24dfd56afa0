import { describe, expect, test } from 'vitest';
import type { SyncStatus } from '../../src/contract/connections.ts';
import { noTraits } from '../../src/domain/connections/connection.ts';
import type { FileWait } from '../../src/domain/edits/file-wait.ts';
import { briefWait } from '../../src/views/messages/brief-wait.ts';
import { waitMessage } from '../../src/views/messages/wait-messages.ts';
import { aConnection } from '../support/builders.ts';

const now = new Date(2026, 10, 21, 14, 2).getTime();
const reached = aConnection({ learnt: { ...noTraits, keys: { kind: 'yes', checkedAtMs: now } } });
const aStatus = (given: Partial<SyncStatus> = {}): SyncStatus => ({
  ...({ mode: 'running', network: 'up', work: 'none', job: null, setAside: 0, setAsideReason: null } as const),
  replay: { current: null, ended: null },
  ...{ trouble: null, pushTrouble: null, retry: null, caughtUpAtMs: now, fullCheckAtMs: null },
  counts: { waiting: 1, needsYou: 0, refused: 0, held: 0, gone: 0, parked: 0 },
  ...given,
});
type Reason = NonNullable<SyncStatus['pushTrouble']>['reason'];
const trouble = (reason: Reason, detail = '', afterMs = 40_000) => ({
  pushTrouble: { reason, attempt: 1, retryAtMs: now + afterMs, detail },
});
const turn: FileWait = { kind: 'turn' };
const retry: FileWait = {
  kind: 'retry',
  retry: {
    failures: 2,
    retryAtMs: now + 24_000,
    lastFailure: { kind: 'answered', status: 500, words: 'Internal error' },
  },
};
const said = (wait: FileWait | null, status: Partial<SyncStatus> = {}) =>
  waitMessage(wait, { connection: reached, status: aStatus(status) }, now);

describe('a waiting edit says what it waits for, and until when', () => {
  test.each<[string, FileWait]>([
    ['It waits for its turn.', turn],
    ['It is sent to the service now.', { kind: 'sending' }],
    ['The service was asked for this file first, and has not answered yet.', { kind: 'reading' }],
    ['The service answered 500 twice. Trying again in 24\u00a0s.', retry],
    [
      'An earlier update of this file may still arrive at the service. Sends in 40\u00a0s.',
      { kind: 'earlierUpdate', untilMs: now + 40_000 },
    ],
    ['Sends in 2\u00a0s.', { kind: 'later', untilMs: now + 2_000 }],
    ['It waits for your decision about an earlier edit of the same field.', { kind: 'decision', about: 'conflicted' }],
    [
      'It waits for you: another edit of this file was not accepted by the service.',
      { kind: 'decision', about: 'refused' },
    ],
    ['It waits for you: this file is no longer on the service.', { kind: 'decision', about: 'gone' }],
    ['It was made with another token, account or address, and is sent only when you say so.', { kind: 'parked' }],
  ])('%s', (sentence, wait) => {
    expect(said(wait).sentence).toBe(sentence);
  });

  test.each<[string, Partial<SyncStatus>]>([
    ['This connection is paused. Sends when you resume.', { mode: 'paused' }],
    ['There is no token on this computer. Sends when you give one in Settings.', { mode: 'noToken' }],
    ['Sends when the network is back.', { network: 'down' }],
    ['The service cannot be reached. Trying again in 40\u00a0s.', trouble('unreachable')],
    ['The service is not answering. Trying again in 40\u00a0s.', trouble('notAnswering')],
    ['The service answered 502. Trying again in 40\u00a0s.', trouble('notAnswering', '502: "bad gateway"')],
    [
      'The service asks to wait (429); the network is fine. Trying again in 40\u00a0s.',
      trouble('rateLimited', '429: "slow down"'),
    ],
    ['Something else answered in place of the service. Trying again in 40\u00a0s.', trouble('notOurService')],
    ['The service does not allow this (403). Trying again in 40\u00a0s.', trouble('notAllowed')],
    ['The service refused this token (401). Trying again in 58\u00a0min.', trouble('tokenRefused', '', 58 * 60_000)],
    ['The disk of this computer is full or cannot be written. Trying again in 40\u00a0s.', trouble('disk')],
  ])('%s', (sentence, status) => {
    expect(said(turn, status)).toMatchObject({ sentence, isAboutAll: true });
  });
});

test('a disk that takes no edit is not called full: it may be read-only, or broken', () => {
  const summary = { connection: reached, status: aStatus(trouble('disk', 'attempt to write a readonly database')) };
  expect([waitMessage(turn, summary, now).label, briefWait(turn, summary, now)]).toEqual([
    'Disk full or not writable, next try in 40\u00a0s',
    'disk trouble · in 40\u00a0s',
  ]);
});

test('a read-only connection says that it sends nothing', () => {
  const summary = { connection: { ...reached, readOnly: true }, status: aStatus() };
  expect(waitMessage(turn, summary, now).label).toBe('Waiting: read-only');
});

test('a service that was never reached is named by what is wrong with its address', () => {
  const lost = trouble('unreachable', 'there is no host of that name (ENOTFOUND)').pushTrouble;
  const status = aStatus({ caughtUpAtMs: null, pushTrouble: lost, trouble: { ...lost, reason: 'unreachable' } });
  expect(waitMessage(turn, { connection: aConnection(), status }, now).sentence).toBe(
    'There is no host of that name. Trying again in 40\u00a0s.',
  );
});

test('a request under way and a person’s decision come before what holds up the connection', () => {
  const kinds: FileWait[] = [{ kind: 'sending' }, { kind: 'decision', about: 'refused' }, { kind: 'parked' }];
  expect(kinds.map((wait) => said(wait, trouble('unreachable')).isAboutAll)).toEqual([false, false, false]);
});

test('a file keeps its own last answer, and waits as long as the others', () => {
  expect(said(retry, trouble('notAnswering')).sentence).toBe(
    'The service answered 500 twice. Trying again in 40\u00a0s.',
  );
  expect(said(retry, trouble('rateLimited')).isAboutAll).toBe(true);
});

test('beside the last answer only the next try is left to say', () => {
  expect([said(retry).next, said(turn).next]).toEqual(['Trying again in 24\u00a0s.', 'It waits for its turn.']);
});

test('a line of a list says the same in fewer words', () => {
  expect(said(retry).label).toBe('500 twice, next try in 24\u00a0s');
  expect(said(turn, trouble('notAnswering', '500: "x"')).label).toBe('500, next try in 40\u00a0s');
  expect(said(turn, trouble('rateLimited', '429: "slow down"')).label).toBe('429, next try in 40\u00a0s');
  expect(said(turn, { network: 'down' }).label).toBe('Waiting for the network');
  expect(said(null).label).toBe('Waiting for its turn');
});

test('a column says the last answer and the next try, and nothing where the state says all', () => {
  const brief = (wait: FileWait | null, status: Partial<SyncStatus> = {}, atMs = now) =>
    briefWait(wait, { connection: reached, status: aStatus(status) }, atMs);
  expect(brief(retry)).toBe('500 · in 24\u00a0s');
  expect(brief(retry, {}, now + 30_000)).toBe('500 · next');
  const silent = { kind: 'noAnswer', status: null, words: 'reset' } as const;
  expect(brief({ kind: 'retry', retry: { ...retry.retry, lastFailure: silent } })).toBe('no answer · in 24\u00a0s');
  expect(brief(turn, trouble('rateLimited', '429: "slow down"'))).toBe('429 · in 40\u00a0s');
  expect([brief(turn), brief(null), brief(turn, trouble('unreachable')), brief(turn, { mode: 'paused' })]).toEqual(
    Array.from({ length: 4 }, () => null),
  );
});
