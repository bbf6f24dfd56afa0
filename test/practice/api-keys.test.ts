import { expect, it } from 'vitest';
import { allKeys, refusal, startedPractice } from './started-practice.ts';

it('lists ten keys with the count of all matching ones', async () => {
  const practice = await startedPractice();
  const { keys, count } = await practice.keys();
  expect(keys).toHaveLength(10);
  expect(count).toBe((await allKeys(practice)).length);
});

it('counts only the page when the settings say so', async () => {
  const practice = await startedPractice({ switches: { countMeans: 'page', keysPageSize: 7 } });
  expect((await practice.keys()).count).toBe(7);
});

it('reaches an empty page by offset without a duplicate', async () => {
  const practice = await startedPractice();
  const ids = (await allKeys(practice)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect((await practice.keys('?offset=100000')).keys).toEqual([]);
});

it('shows only revoked keys when asked for them', async () => {
  const practice = await startedPractice();
  const revoked = await allKeys(practice, '&revoked=true');
  expect(revoked.length).toBeGreaterThan(0);
  expect(revoked.every((key) => key.revoked)).toBe(true);
});

it('leaves revoked keys out of the whole list unless the settings say so', async () => {
  const practice = await startedPractice();
  expect((await allKeys(practice)).some(({ revoked }) => revoked)).toBe(false);
  practice.control.changeSettings({ unfilteredIncludesRevoked: true });
  expect(await allKeys(practice)).toHaveLength(60);
});

it('shows only keys with a limit, and of those only the used up, when asked for them', async () => {
  const practice = await startedPractice();
  const limited = await allKeys(practice, '&limitedUse=true');
  const exhausted = await allKeys(practice, '&limitedUse=true&exhausted=true');
  expect(limited.every(({ max_uses }) => typeof max_uses === 'number' && max_uses > 0)).toBe(true);
  expect(exhausted).toEqual(limited.filter(({ uses, max_uses }) => uses >= max_uses!));
  expect(exhausted.length).toBeGreaterThan(0);
  expect(exhausted.length).toBeLessThan(limited.length);
});

it('takes false as not asked', async () => {
  const practice = await startedPractice();
  expect(await practice.keys('?revoked=false&limitedUse=false')).toEqual(await practice.keys());
});

it.each([
  'exhausted=true',
  'exhausted=false',
  'exhausted=true&limitedUse=false',
  'revoked=yes',
  'revoked=',
  'limitedUse=1',
  'offset=-1',
  'offset=1.5',
  'offset=abc',
  'offset=99999999999999999999',
  'revoked=true&revoked=false',
  'name=abc%5C',
])('refuses the query %s', async (query) => {
  const practice = await startedPractice();
  const response = await practice.ask(`/api_keys?${query}`);
  expect(response.status).toBe(400);
  expect((await refusal(response)).code).toBe(400);
});

it('matches whole names without regard to case, with % for any text', async () => {
  const practice = await startedPractice();
  const named = async (name: string) => (await practice.keys(`?name=${encodeURIComponent(name)}`)).keys;
  expect((await named('PRACTICE admin')).map(({ name }) => name)).toEqual(['Practice admin']);
  expect(await named('practice')).toEqual([]);
  expect((await named('practice%')).length).toBe(1);
});

it('spells the lack of a limit in every way that is seen', async () => {
  const practice = await startedPractice({ keyCount: 400 });
  const unlimited = (await allKeys(practice)).filter(({ max_uses }) => (max_uses ?? 0) <= 0);
  const spellings = new Set(unlimited.map((key) => ('max_uses' in key ? String(key.max_uses) : 'absent')));
  expect([...spellings].sort()).toEqual(['-1', '0', 'absent', 'null']);
});

it('lists the secrets of keys only when the settings say so', async () => {
  const practice = await startedPractice();
  expect((await practice.keys()).keys.some((key) => 'secret' in key)).toBe(false);
  practice.control.changeSettings({ keySecretsInList: true });
  expect((await practice.keys()).keys.every((key) => 'secret' in key)).toBe(true);
});
