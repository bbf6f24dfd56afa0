import { expect, test } from 'vitest';
import { pageClock } from '../../../src/state/app/clock.svelte.ts';
import { Announcement, SETTLED_MS, SettledText } from '../../../src/state/app/announcement.svelte.ts';

/** Sends files for some seconds, a new status every 130 ms. @returns the texts that a screen reader speaks */
function sending(forMs: number, total: number | null): readonly string[] {
  const announcement = new Announcement();
  const step = { of: {}, text: 'Set env on 775 files.' };
  const spoken: string[] = [];
  const listen = (): void => {
    if (announcement.text !== spoken.at(-1)) spoken.push(announcement.text);
  };
  for (let nowMs = 0; nowMs <= forMs; nowMs += 130) {
    const done = Math.floor((775 * nowMs) / forMs);
    const status = `Sending changes. Changes to ${775 - done} files waiting`;
    announcement.hear({ step, status, job: { done, total } }, nowMs);
    listen();
  }
  announcement.hear({ step, status: 'Up to date.', job: null }, forMs + 10_000);
  listen();
  return spoken;
}

test('six seconds of sending are few announcements: the step once, the work by quarters, and its end', () => {
  const spoken = sending(6_000, 775);
  expect(spoken.length).toBeLessThanOrEqual(6);
  expect(spoken.filter((text) => text.includes('Set env'))).toEqual(['Set env on 775 files.']);
  expect(spoken.at(-1)).toBe('Up to date.');
});

test('work without a total is announced every ten seconds', () => {
  expect(sending(30_000, null)).toHaveLength(4);
});

test('the same status is announced once, and a new one after a while', () => {
  const announcement = new Announcement();
  const hear = (status: string, nowMs: number): string => {
    announcement.hear({ step: null, status, job: null }, nowMs);
    return announcement.text;
  };
  expect([
    hear('Up to date.', 0),
    hear('Checking.', 500),
    hear('Up to date.', 900),
    hear('Working offline', 10_000),
  ]).toEqual(['Up to date.', 'Up to date.', 'Up to date.', 'Working offline']);
});

test('of texts that follow each other fast, the one that stays is announced', () => {
  const waiting: { work: () => void; isOff: boolean }[] = [];
  const after = (waitMs: number, work: () => void): (() => void) => {
    expect(waitMs).toBe(SETTLED_MS);
    const one = { work, isOff: false };
    waiting.push(one);
    return () => (one.isOff = true);
  };
  const settled = new SettledText({ ...pageClock, after });
  settled.hear('12 files')();
  settled.hear('3 files');
  expect(settled.text).toBe('');
  waiting.filter(({ isOff }) => !isOff).forEach(({ work }) => work());
  expect(settled.text).toBe('3 files');
});

test('a second step with the words of the first is said again, and one that is still shown is not', () => {
  const announcement = new Announcement();
  const times = (of: object): number => {
    announcement.hear({ step: { of, text: 'Set env on 2 files.' }, status: '', job: null }, 0);
    return announcement.times;
  };
  const [first, second] = [{}, {}];
  expect([first, first, second].map(times)).toEqual([1, 1, 2]);
  expect(announcement.text).toBe('Set env on 2 files.');
});
