import type { CopiedParts } from '../../src/domain/connections/copied-parts.ts';
import { describe, expect, test } from 'vitest';
import { noTraits } from '../../src/domain/connections/connection.ts';
import type { SyncStatus } from '../../src/contract/connections.ts';
import { aConnection } from '../support/builders.ts';
import { connectionStatusMessage, statusMessages } from '../../src/views/frame/status-messages.ts';

const now = new Date(2026, 10, 21, 14, 2).getTime();
const nothing = { waiting: 0, needsYou: 0, refused: 0, held: 0, gone: 0, parked: 0 };
const aStatus = (given: Partial<SyncStatus> = {}): SyncStatus => ({
  mode: 'running',
  network: 'up',
  work: 'none',
  trouble: null,
  pushTrouble: null,
  retry: null,
  caughtUpAtMs: now,
  fullCheckAtMs: null,
  counts: nothing,
  job: null,
  setAside: 0,
  setAsideReason: null,
  replay: { current: null, ended: null },
  ...given,
});
const reached = aConnection({ learnt: { ...noTraits, keys: { kind: 'yes', checkedAtMs: now } } });
const said = (given: Partial<SyncStatus>) => statusMessages({ connection: reached, status: aStatus(given) }, now);
const trouble = (reason: NonNullable<SyncStatus['trouble']>['reason']) =>
  ({ reason, attempt: 1, retryAtMs: now + 40_000, detail: '' }) as const;

test.each([
  ['Up to date. Checked 14:02', {}],
  ['Not everything is sent yet. Checked 14:02', { counts: { ...nothing, waiting: 1 } }],
  ['Changes to 64 files need you. Checked 14:02', { counts: { ...nothing, refused: 63, needsYou: 1, waiting: 9 } }],
  ['Changes to 1 file need you. Checked 14:02', { counts: { ...nothing, gone: 1 } }],
  ['Changes to 2 files are parked. Checked 14:02', { counts: { ...nothing, parked: 2 } }],
  ['Up to date. Checked 14:02', { counts: { ...nothing, held: 3 } }],
  ['Not checked since yesterday 18:02', { caughtUpAtMs: now - 20 * 3_600_000 }],
  ['Not checked yet', { caughtUpAtMs: null }],
  ['Working offline', { network: 'down' }],
  ['The service is not answering.', { trouble: trouble('notAnswering') }],
  ['The service refused this token (401).', { mode: 'tokenRefused' }],
  ['Paused by you', { mode: 'paused' }],
  ['Sending changes', { work: 'push' }],
] as const)('says "%s"', (state, given) => {
  expect(said(given).state).toBe(state);
});

test('"Up to date" is never said of a service that cannot be reached', () => {
  expect([said({ network: 'down' }), said({ trouble: trouble('unreachable') })].map(({ state }) => state)).toEqual([
    'Working offline',
    'Working offline',
  ]);
});

test('offline is a neutral matter, and says what is here and what waits', () => {
  const words = said({ network: 'down', counts: { ...nothing, waiting: 9, needsYou: 1 } });
  expect(words).toEqual({
    tone: 'offline',
    answers: [],
    state: 'Working offline',
    rest: 'Last caught up today 14:02 · Tries again when the network is back',
    waits: ['Changes to 9 files waiting on this computer', '1 needs you'],
    job: null,
    again: 'Check now',
    remedy: null,
  });
});

test('records that could not be copied are counted, with a reason', () => {
  const because = 'file f2: cannot store REAL value in INTEGER column';
  expect([1, 3].flatMap((setAside) => said({ setAside, setAsideReason: because }).waits)).toEqual([
    `1 record of the service could not be copied (${because})`,
    `3 records of the service could not be copied (the first: ${because})`,
  ]);
});

test('a silent service is tried again, and can be tried now', () => {
  const { rest, again } = said({ trouble: trouble('notAnswering') });
  expect([rest, again]).toEqual(['Trying again in 40\u00a0s', 'Try now']);
});

describe('a scan of the service', () => {
  const job = { kind: 'files' as const, done: 412_000, total: 1_000_000, perSecond: null };
  const summary = { connection: reached, status: aStatus({ caughtUpAtMs: null }) };
  const jobOf = (kind: 'files' | 'keys', given: Partial<SyncStatus> = {}) =>
    statusMessages({ ...summary, status: { ...summary.status, job: { ...job, kind, total: null }, ...given } }, now, {
      files: 3_540,
      keys: 12,
    }).job;

  test('that copies for the first time counts what is here, as the navigation does', () => {
    expect(jobOf('files')).toBe('3,540 files copied. Search covers what is here.');
    expect(jobOf('keys')).toBe('12 API keys copied.');
    expect(said({ job: { ...job, total: null, perSecond: 2_300 } }).job).toBe(
      '412,000 files copied. Search covers what is here. 2,300 per second.',
    );
  });

  test('that only checks says how far it is, and claims no copy', () => {
    expect(said({ job }).job).toBe('412,000 of about 1,000,000 files checked.');
    expect(said({ job: { ...job, perSecond: 2_300.4 } }).job).toBe(
      '412,000 of about 1,000,000 files checked. 2,300 per second, about 5\u00a0min left.',
    );
    expect(jobOf('keys', { caughtUpAtMs: now })).toBe('Checking API keys.');
    const ofKeys = { ...job, kind: 'keys' as const, total: null, perSecond: 120 };
    expect(said({ job: ofKeys }).job).toBe('Checking API keys. 120 per second.');
  });

  test('that sends says its count and its pace as two sentences', () => {
    const push = { ...job, kind: 'push', done: 177, total: 558, perSecond: 61 } as const;
    expect(said({ job: push }).job).toMatch(/^177 of 558 changes sent\. 61 per second, about .+ left\.$/);
  });
});

test('a trouble is told in the words of the answer, with how often it came', () => {
  const told = (reason: Parameters<typeof trouble>[0], detail: string, attempt = 1) =>
    said({ trouble: { ...trouble(reason), detail, attempt } }).state;
  expect(told('notAnswering', '500: "Internal error"', 2)).toBe('The service answered 500 twice.');
  expect(told('notAnswering', 'no answer came within 30\u00a0s')).toBe('The service is not answering.');
  expect(told('rateLimited', '429: "slow down"')).toBe('The service asks to wait (429); the network is fine.');
  expect(told('rateLimited', '503: "busy"')).toBe('The service asks to wait (503); the network is fine.');
  expect(told('notAllowed', '403: "no"')).toBe('The service does not allow this (403).');
});

test('a read-only connection says why what waits is not sent', () => {
  const status = aStatus({ counts: { ...nothing, waiting: 1 } });
  expect(statusMessages({ connection: { ...reached, readOnly: true }, status }, now)).toMatchObject({
    state: 'Not everything is sent yet. Checked 14:02',
    rest: 'This connection is read-only: nothing is sent.',
  });
});

describe('a connection whose service never answered', () => {
  const lost = { ...trouble('unreachable'), detail: 'there is no host of that name (ENOTFOUND)' };
  const summary = { connection: aConnection(), status: aStatus({ caughtUpAtMs: null, trouble: lost }) };

  test('is not offline: its address may be wrong, and can be changed', () => {
    expect(statusMessages(summary, now)).toMatchObject({
      tone: 'trouble',
      state: 'There is no host of that name.',
      rest: 'service.test was never reached · Trying again in 40\u00a0s',
      remedy: 'address',
    });
    expect(connectionStatusMessage(summary)).toBe('the service was never reached');
  });

  test('is offline where there is no network, and where the service answered once', () => {
    const away = { ...summary, status: aStatus({ caughtUpAtMs: null, network: 'down' }) };
    const once = { ...summary, connection: reached };
    expect([away, once].map((one) => statusMessages(one, now).state)).toEqual(['Working offline', 'Working offline']);
  });
});

test('a token that is missing or refused leads to the place where it is replaced', () => {
  expect((['noToken', 'tokenRefused', 'paused'] as const).map((mode) => said({ mode }).remedy)).toEqual([
    'token',
    'token',
    null,
  ]);
});

describe('a file whose last try failed', () => {
  const retry = {
    failures: 2,
    retryAtMs: now + 24_000,
    lastFailure: { kind: 'answered', status: 500, words: 'Internal error' } as const,
  };

  test('is told from its first failure on, with the next try', () => {
    expect(said({ retry })).toMatchObject({
      tone: 'trouble',
      state: 'The service answered 500 twice.',
      rest: 'Trying again in 24\u00a0s',
      again: 'Try now',
    });
    expect(said({ retry: { ...retry, failures: 1 } }).state).toBe('The service answered 500.');
  });

  test('has words of its own where nothing answered', () => {
    const lastFailure = { kind: 'noAnswer', status: null, words: 'reset' } as const;
    expect(said({ retry: { ...retry, failures: 3, lastFailure } }).state).toBe('No answer came three times.');
  });

  test('gives way to what holds up the whole connection', () => {
    expect(said({ retry, network: 'down' }).state).toBe('Working offline');
    expect(said({ retry, work: 'push' }).state).toBe('Sending changes');
  });
});

test('"up to date" says which lists nobody asks for', () => {
  const status = aStatus({ caughtUpAtMs: now });
  const rest = (copiedParts: CopiedParts) =>
    statusMessages({ connection: aConnection({ copiedParts }), status }, now).rest;
  expect(rest(['public', 'private', 'keys'])).toBe('');
  expect(rest(['public'])).toBe('Private files are not copied. API keys are not copied.');
});

test('a copy with as many files as it may have is a question, and afterwards what was chosen', () => {
  const status = aStatus({ trouble: trouble('fileCeiling') });
  const asked = statusMessages({ connection: aConnection(), status }, now, { files: 2_000_000, keys: 1 });
  expect([asked.tone, asked.state, asked.rest, asked.answers]).toEqual([
    'trouble',
    '2,000,000 files are copied, and the service has more.',
    'Copy them too?',
    ['goOn', 'stopHere'],
  ]);
  const connection = aConnection({ fileCeiling: { files: 2_000_000, isFinal: true } });
  const stopped = statusMessages({ connection, status }, now, { files: 2_000_000, keys: 1 });
  expect([stopped.tone, stopped.state, stopped.answers]).toEqual([
    'calm',
    'The copy stops at 2,000,000 files, as you chose',
    ['goOn'],
  ]);
});

test('the list of connections names the trouble of one, and calls no full disk a service that is not reached', () => {
  const named = (reason: Parameters<typeof trouble>[0]): string =>
    connectionStatusMessage({
      connection: { ...reached, readOnly: true },
      status: aStatus({ trouble: trouble(reason) }),
    });
  expect([named('disk'), named('notOurService'), named('unreachable')]).toEqual([
    'the disk of this computer is full or cannot be written, read-only',
    'something else answered in place of the service, read-only',
    'the service cannot be reached, read-only',
  ]);
});
