import { afterEach, expect, test } from 'vitest';
import {
  prettyJson,
  relativeAge,
  bytes,
  clockTimeToTheSecond,
  count,
  dayAndTime,
  duration,
  formatIn,
  listed,
  percent,
  until,
} from '../../src/components/format.ts';

afterEach(() => formatIn('en-GB'));

test.each([
  [0, '0\u00a0B'],
  [999, '999\u00a0B'],
  [1_000, '1\u00a0kB'],
  [2_516_582, '2.5\u00a0MB'],
  [102_947, '103\u00a0kB'],
  [999_499, '999\u00a0kB'],
  [999_500, '1\u00a0MB'],
  [412_000_000_000, '412\u00a0GB'],
  [9e18, '9,000\u00a0PB'],
])('%d bytes are %s', (sizeBytes, words) => {
  expect(bytes(sizeBytes)).toBe(words);
});

const now = new Date(2026, 10, 21, 14, 2).getTime();
const hours = (number: number): number => number * 3_600_000;

test('a moment names its day unless it is today', () => {
  expect([dayAndTime(now, now), dayAndTime(now - hours(20), now), dayAndTime(now - hours(24 * 9), now)]).toEqual([
    'today 14:02',
    'yesterday 18:02',
    '12 Nov 14:02',
  ]);
});

test('a request is timed to the second, by the same clock of 24 hours', () => {
  expect([now, now + hours(1) + 9_000].map(clockTimeToTheSecond)).toEqual(['14:02:00', '15:02:09']);
});

test('an age is rough, and after a week the date', () => {
  const ages = [0, hours(0.1), hours(5), hours(72), hours(24 * 9), hours(24 * 400)].map((passed) =>
    relativeAge(now - passed, now),
  );
  expect(ages).toEqual(['now', '6 min ago', '5 hr ago', '3 days ago', '12 Nov', '17 Oct 2025']);
});

test('what was stored by a clock that runs ahead is not in the future', () => {
  expect(relativeAge(now + hours(5), now)).toBe('now');
});

test('a countdown never says nought', () => {
  expect([until(now + 40_000, now), until(now - 5, now), until(now + 300_000, now)]).toEqual([
    '40\u00a0s',
    '1\u00a0s',
    '5\u00a0min',
  ]);
});

test('a wait of hours is told in hours, and not in thousands of minutes', () => {
  const wait = (ms: number): string => until(now + ms, now);
  expect([119 * 60_000, hours(2), hours(2) + 1, hours(24)].map(wait)).toEqual([
    '119\u00a0min',
    '2\u00a0h',
    '3\u00a0h',
    '24\u00a0h',
  ]);
});

test('what something took has a space before its unit, as a countdown has', () => {
  const took = () => [0, 230, 7_800, 42_000, 300_000, 10_920_000, hours(3), hours(49)].map(duration);
  expect(took()).toEqual([
    '0\u00a0s',
    '0.2\u00a0s',
    '7.8\u00a0s',
    '42\u00a0s',
    '5\u00a0min',
    '3\u00a0h 2\u00a0min',
    '3\u00a0h',
    '2 days',
  ]);
  formatIn('de-DE');
  expect([duration(7_800), duration(hours(49))]).toEqual(['7,8\u00a0s', '2 Tage']);
});

test('dates, numbers, sizes and lists are written as in the chosen locale', () => {
  const written = () => [
    count(2_300),
    bytes(2_516_582),
    dayAndTime(now - hours(20), now),
    relativeAge(now - hours(5), now),
  ];
  formatIn('de-DE');
  expect([...written(), listed(['a', 'b'])]).toEqual([
    '2.300',
    '2,5\u00a0MB',
    'gestern 18:02',
    'vor 5 Std.',
    'a und b',
  ]);
  expect(relativeAge(now - 6 * 60_000, now)).toBe('vor 6 Min.');
  formatIn('en-US');
  expect(written()).toEqual(['2,300', '2.5\u00a0MB', expect.stringMatching(/^yesterday 6:02\sPM$/), '5h ago']);
});

test('JSON is laid out for reading, unless a number of it would be shown as another one', () => {
  expect(prettyJson('{"a":[1.5,"12345678901234567890"]}')).toBe(
    '{\n  "a": [\n    1.5,\n    "12345678901234567890"\n  ]\n}',
  );
  const exact = ['[12345678901234567890]', '[1e400]', '[123456789.12345678901]', 'no JSON', '[1'];
  expect(exact.map(prettyJson)).toEqual(exact);
});

test('no line breaks between a number and its unit', () => {
  const told = [bytes(2_500), percent(0.004), percent(0.41), until(24_000, 0), duration(200), duration(3 * 3_720_000)];
  expect(told.filter((text) => /\d (?:kB|%|s|min|h)/.test(text))).toEqual([]);
});
