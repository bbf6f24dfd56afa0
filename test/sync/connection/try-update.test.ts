import { expect, test } from 'vitest';
import { tryUpdate } from '../../../electron/sync/connection/try-update.ts';
import { FakeService, fakeFile } from '../../support/fake-service.ts';
import { answered, failing, noAnswer } from '../push/failures.ts';

const { signal } = new AbortController();

async function tried(prepare: (fake: FakeService) => void) {
  const fake = new FakeService('merge');
  fake.put(fakeFile(1, { keyvalues: new Map([['tier', 'gold']]) }));
  const listed = await fake.listFiles('public', null, 1, signal);
  if (!listed.ok) throw new Error('no list');
  prepare(fake);
  const result = await tryUpdate(fake, listed.value.items[0]!.record, 5, signal);
  return { result, updates: fake.calls.filter(({ name }) => name === 'updateFile').map(({ input }) => input[2]) };
}

test('a trial sends one update that names nothing, and finds the file as it was', async () => {
  expect(await tried(() => undefined)).toEqual({
    result: { ok: true, value: { updates: { kind: 'yes', checkedAtMs: 5 }, isSame: true, refusal: null } },
    updates: ['{}'],
  });
});

test('a file that comes back different is told', async () => {
  const { result } = await tried((fake) => fake.put(fakeFile(1, { keyvalues: new Map([['tier', 'silver']]) })));
  expect(result).toMatchObject({ value: { updates: { kind: 'yes' }, isSame: false } });
});

test.each([401, 403])('a token that is answered %s may not change files', async (status) => {
  const { result } = await tried((fake) => fake.next('updateFile', failing(answered(status))));
  expect(result).toMatchObject({ value: { updates: { kind: 'no' }, isSame: null, refusal: null } });
});

test.each([400, 404, 422])('a refusal with %s says nothing about the token', async (status) => {
  const { result } = await tried((fake) => fake.next('updateFile', failing(answered(status))));
  expect(result).toMatchObject({
    value: { updates: { kind: 'notChecked' }, refusal: expect.stringContaining('status') },
  });
});

test('no answer is a failure, because nobody knows what became of the trial', async () => {
  expect((await tried((fake) => fake.next('updateFile', failing(noAnswer)))).result.ok).toBe(false);
});
