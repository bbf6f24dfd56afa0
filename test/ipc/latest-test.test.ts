import { expect, test } from 'vitest';
import { LatestTest } from '../../electron/ipc/connections/latest-test.ts';
import { ok } from '../../src/domain/core/result.ts';
import { aFile } from '../support/builders.ts';

const yes = { kind: 'yes', checkedAtMs: 0 } as const;
const unknown = { kind: 'notChecked' } as const;
const may = { keys: yes, listing: yes, signatures: yes, updates: unknown };
const here = { baseUrl: 'https://files.example/v3', token: 'abc' };

function latestTest(sample = true) {
  const sent: string[] = [];
  const latest = new LatestTest({
    probeAt: async () => ok({ may, sample: sample ? aFile() : null }),
    tryUpdateAt: async (baseUrl, token, { id }) => {
      sent.push(`${baseUrl} ${token} ${id}`);
      return ok({ updates: yes, isSame: true, refusal: null });
    },
  });
  return { latest, sent };
}

test('nothing is sent without a test, for another address or token, or without a file', async () => {
  const { latest, sent } = latestTest();
  expect((await latest.tryUpdate(here)).ok).toBe(false);
  await latest.run(here);
  expect((await latest.tryUpdate({ ...here, token: 'other' })).ok).toBe(false);
  expect((await latest.tryUpdate({ ...here, baseUrl: 'https://other.example/v3' })).ok).toBe(false);
  const empty = latestTest(false);
  await empty.latest.run(here);
  expect((await empty.latest.tryUpdate(here)).ok).toBe(false);
  expect([...sent, ...empty.sent]).toEqual([]);
});

test('the test that was begun last counts, also where an earlier one ends after it', async () => {
  const slow = Promise.withResolvers<void>();
  const latest = new LatestTest({
    probeAt: async (_baseUrl, token) => {
      if (token === 'slow') await slow.promise;
      return ok({ may, sample: aFile() });
    },
    tryUpdateAt: async () => ok({ updates: yes, isSame: true, refusal: null }),
  });
  const first = latest.run({ ...here, token: 'slow' });
  await latest.run(here);
  slow.resolve();
  expect((await first).ok).toBe(true);
  expect((await latest.tryUpdate(here)).ok).toBe(true);
  expect(latest.take(here)).toEqual({ ...may, updates: yes });
});

test('what the trial found goes to the connection that is made with the same address and token, once', async () => {
  const { latest, sent } = latestTest();
  await latest.run({ ...here, token: '"Bearer abc"' });
  expect((await latest.tryUpdate(here)).ok).toBe(true);
  expect(sent).toEqual([`https://files.example/v3 abc ${aFile().id}`]);
  expect(latest.take(here)).toEqual({ ...may, updates: yes });
  expect(latest.take(here)).toBe(null);
});
