import { expect, test } from 'vitest';
import { onceReleased, onceReleasedNow } from '../../../src/domain/core/held-files.ts';

const refusal = (code: string): Error => Object.assign(new Error(code), { code });

/** Work that a file refuses so many times. */
function refused(times: number, code: string) {
  const waits: number[] = [];
  let tries = 0;
  const work = (): string => {
    tries += 1;
    if (tries <= times) throw refusal(code);
    return 'done';
  };
  const now = { wait: (ms: number) => void waits.push(ms), platform: 'win32' };
  const ports = { ...now, wait: async (ms: number) => now.wait(ms) };
  return { waits, now, ports, work, tries: () => tries };
}

test.each(['EPERM', 'EACCES', 'EBUSY'])(
  'a file that another program holds (%s) is tried again on Windows',
  async (code) => {
    const one = refused(3, code);
    expect([await onceReleased(async () => one.work(), one.ports), one.waits]).toEqual(['done', [20, 50, 100]]);
    const other = refused(3, code);
    expect([onceReleasedNow(other.work, other.now), other.waits]).toEqual(['done', [20, 50, 100]]);
  },
);

test('a file that stays held is refused after a second and a half', async () => {
  const one = refused(99, 'EBUSY');
  await expect(onceReleased(async () => one.work(), one.ports)).rejects.toThrow('EBUSY');
  expect([one.tries(), one.waits.reduce((sum, ms) => sum + ms, 0)]).toEqual([7, 1_570]);
  const other = refused(99, 'EBUSY');
  expect(() => onceReleasedNow(other.work, other.now)).toThrow('EBUSY');
});

test('another refusal, or another system, is believed at once', async () => {
  const full = refused(1, 'ENOSPC');
  await expect(onceReleased(async () => full.work(), full.ports)).rejects.toThrow('ENOSPC');
  const linux = refused(1, 'EPERM');
  await expect(onceReleased(async () => linux.work(), { ...linux.ports, platform: 'linux' })).rejects.toThrow('EPERM');
  expect(() => onceReleasedNow(refused(1, 'EPERM').work, { ...linux.now, platform: 'darwin' })).toThrow('EPERM');
  expect([full.tries(), linux.tries()]).toEqual([1, 1]);
});
