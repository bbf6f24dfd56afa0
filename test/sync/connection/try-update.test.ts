import { expect, test } from 'vitest';
import { tryUpdate } from '../../../electron/sync/connection/try-update.ts';
import { type FakeFile, FakeService, fakeFile } from '../../support/fake-service.ts';
import { answered, failing, noAnswer } from '../push/failures.ts';

const { signal } = new AbortController();

const metadata = new Map([
  ['tier', 'gold'],
  ['env', 'prod'],
]);

async function tried(prepare: (fake: FakeService) => void) {
  const fake = new FakeService('merge');
  fake.put(fakeFile(1, { keyvalues: metadata }));
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

test.each<readonly [string, Partial<FakeFile>]>([
  ['another value', { keyvalues: new Map([...metadata, ['tier', 'silver']]) }],
  ['another key', { keyvalues: new Map([...metadata].map(([key, value]) => [`${key}s`, value])) }],
  ['one key less', { keyvalues: new Map([...metadata].slice(1)) }],
  ['one key more', { keyvalues: new Map([...metadata, ['colour', 'red']]) }],
  ['another name', { name: 'other', keyvalues: metadata }],
])('a file that comes back with %s is told', async (_what, over) => {
  const { result } = await tried((fake) => fake.put(fakeFile(1, over)));
  expect(result).toMatchObject({ value: { updates: { kind: 'yes' }, isSame: false } });
});

test.each([401, 403])(
  'a token that is answered %s may not change files, in the words of the service',
  async (status) => {
    const { result } = await tried((fake) => fake.next('updateFile', failing(answered(status))));
    const words = `${status}: "status ${status}"`;
    const updates = { kind: 'no', checkedAtMs: 5, words, requestId: `request-${status}` };
    expect(result).toEqual({ ok: true, value: { updates, isSame: null, refusal: null } });
  },
);

test.each([400, 404, 409, 422])('a refusal with %s says nothing about the token', async (status) => {
  const { result } = await tried((fake) => fake.next('updateFile', failing(answered(status))));
  expect(result).toMatchObject({
    value: { updates: { kind: 'notChecked' }, refusal: expect.stringContaining('status') },
  });
});

test('no answer is a failure, because nobody knows what became of the trial', async () => {
  expect((await tried((fake) => fake.next('updateFile', failing(noAnswer)))).result.ok).toBe(false);
});
