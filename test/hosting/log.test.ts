import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hostClock } from '../../electron/hosting/clock.ts';
import { openLog, redactSecrets } from '../../electron/hosting/log.ts';
import { isOwnersOnly } from './owner-only.ts';

const webToken = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl-_';
const opaqueToken = 'opaque-token-0123456789';

let profile: string;
beforeEach(() => void (profile = mkdtempSync(join(tmpdir(), 'pinfold-log-'))));
afterEach(() => rmSync(profile, { recursive: true }));
const written = (): string => readFileSync(join(profile, 'logs/pinfold.log'), 'utf8');

test.each([
  [`Authorization: Bearer ${opaqueToken}`, 'Authorization: Bearer [removed]'],
  [`{"authorization":"bearer ${webToken}","x":1}`, '{"authorization":"bearer [removed]","x":1}'],
  [`token ${webToken}, once`, 'token [removed], once'],
  [`BEARER ${opaqueToken} and bearer ${opaqueToken}`, 'BEARER [removed] and bearer [removed]'],
  [`${webToken} or ${webToken}`, '[removed] or [removed]'],
  [`keyJohn is a name`, 'keyJohn is a name'],
])('%s is written as %s', (text, expected) => {
  expect(redactSecrets(text)).toBe(expected);
});

test('a token in use is kept out whatever it looks like', () => {
  expect(redactSecrets(`got ${opaqueToken}!`, [opaqueToken, '', 'short'])).toBe('got [removed]!');
  const twice = redactSecrets(`${opaqueToken} and ${opaqueToken}, a short word`, [opaqueToken, 'short']);
  expect(twice).toBe('[removed] and [removed], a short word');
});

test('no token reaches the log file, neither in a message nor in an error', () => {
  const log = openLog(profile, () => undefined);
  log.addSecret(opaqueToken);
  const refused = Object.assign(new Error(`401 for Bearer ${webToken}`), { options: { headers: [webToken] } });
  log.info(`signed in with ${opaqueToken}`);
  log.error(new Error(`outer ${opaqueToken}`, { cause: refused }));
  log.error(`not an error: ${webToken}`);
  expect(written()).not.toContain('opaque-token');
  expect(written()).not.toContain('eyJ');
  expect(written()).toContain('caused by Error: 401 for Bearer [removed]');
});

test('an error is found again by its reference', () => {
  const reference = openLog(profile, () => undefined).error(new Error('broken'));
  expect(reference).toMatch(/^[0-9a-f]{8}$/);
  expect(written()).toContain(`error ${reference} Error: broken`);
});

test('a line says when it was written, by the clock that was given', () => {
  const clock = { ...hostClock, nowMs: () => Date.UTC(2026, 0, 2, 3, 4, 5) };
  openLog(
    profile,
    () => undefined,
    clock,
    () => '01234567-89ab',
  ).error('broken');
  expect(written()).toBe('2026-01-02T03:04:05.000Z error 01234567 not an error but string: broken\n');
});

test('only the owner may read the log', () => {
  openLog(profile, () => undefined).info('started');
  expect(isOwnersOnly(join(profile, 'logs'))).toBe(true);
  expect(isOwnersOnly(join(profile, 'logs/pinfold.log'))).toBe(true);
});

test('a log that grew large makes room and keeps one older file', () => {
  const log = openLog(profile, () => undefined);
  log.info('first');
  writeFileSync(join(profile, 'logs/pinfold.log'), 'x'.repeat(2_000_001));
  log.info('second');
  expect(written()).toMatch(/^\S+ info second\n$/);
  expect(statSync(join(profile, 'logs/pinfold.log.1')).size).toBe(2_000_001);
});

test('a line that the disk refuses is reported, without its secrets, and the app goes on', () => {
  const told: string[] = [];
  writeFileSync(join(profile, 'logs'), 'in the way');
  openLog(profile, (line) => told.push(line)).info(`Bearer ${opaqueToken}`);
  expect(told).toEqual([expect.stringMatching(/ info Bearer \[removed\]$/)]);
});
