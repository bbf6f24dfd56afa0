import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyQueries } from '../../../electron/database/keys/key-queries.ts';
import { keysTable } from '../../../electron/database/keys/keys-table.ts';
import { startPractice } from '../../../electron/practice/server.ts';
import { httpService } from '../../../electron/remote/http-service.ts';
import { readKeyList } from '../../../electron/remote/wire-format.ts';
import { queryServiceKeys } from '../../../electron/sync/keys/query-service-keys.ts';
import { endsInEscape, type ServiceKeyFilters } from '../../../src/domain/keys/queries.ts';
import { startedPractice } from '../../practice/started-practice.ts';
import { aKeyQuery, connectionA } from '../../support/builders.ts';
import { aProfile, noPause } from '../../support/database.ts';
import { FakeService } from '../../support/fake-service.ts';

const QUESTIONS = 300;
const ACCOUNTS = [3, 11, 29, 47, 101];
const KEYS = 120;

/** Letters of the made-up names and of patterns, with everything that could be taken for a wildcard or an escape. */
const piece = fc.constantFrom(
  ...['%', '_', '\\%', '\\_', '\\\\', '\\a', 'CI', 'ci ', 'deploy', 'DEPLOY', '100%', 'snake_case', 'ß', 'Große', 'SS'],
  ...['\\', 'КЛЮЧ', 'ключ', 'Анны', 'İ', 'i', 'σ', 'Σ', '本番', 'مفتاح', '😀', ' ', '1', '2', '3', '.', '*', '['],
);
const pattern = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
const name = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: pattern.map((text) => `%${text}%`) },
  { weight: 3, arbitrary: pattern },
);
const filters: fc.Arbitrary<ServiceKeyFilters> = fc
  .record({ revoked: fc.constantFrom(null, true), limitedUse: fc.boolean(), exhausted: fc.boolean(), name })
  .map((asked) => ({ ...asked, exhausted: asked.limitedUse && asked.exhausted }));

/** How the service is asked, written out here a second time. */
function parametersOf({ revoked, limitedUse, exhausted, name: asked }: ServiceKeyFilters): string {
  const query = new URLSearchParams();
  if (revoked !== null) query.set('revoked', String(revoked));
  if (limitedUse) query.set('limitedUse', 'true');
  if (exhausted) query.set('exhausted', 'true');
  if (asked !== null) query.set('name', asked);
  return query.toString();
}

test(`the copy answers ${QUESTIONS} random filters for each of ${ACCOUNTS.length} accounts as the service does`, async () => {
  const answered = { questions: 0, withKeys: 0, keys: 0 };
  for (const seed of ACCOUNTS) {
    const switches = { keysPageSize: 500, unfilteredIncludesRevoked: true };
    const practice = await startedPractice({ seed, keyCount: KEYS, fileCount: 0, switches });
    const whole = readKeyList(await (await practice.ask('/api_keys')).json());
    const { mirror } = aProfile();
    keysTable(mirror).put(connectionA, whole!.items, { seenAtMs: 1, scanId: 'first' });
    const here = keyQueries(mirror, noPause);
    await fc.assert(
      fc.asyncProperty(filters, async (asked) => {
        const answer = await practice.ask(`/api_keys?${parametersOf(asked)}`);
        if (endsInEscape(asked.name ?? '')) return void expect([200, 400]).toContain(answer.status);
        expect(answer.status).toBe(200);
        const there = readKeyList(await answer.json())!.items.map(({ key }) => key.id);
        const found = here.matching(connectionA, aKeyQuery(asked), 1).map(({ key }) => key.id);
        expect(found.toSorted()).toEqual(there.toSorted());
        answered.questions += 1;
        answered.withKeys += Number(there.length > 0);
        answered.keys += there.length;
      }),
      { numRuns: QUESTIONS, seed },
    );
  }
  console.info(`filters compared: ${JSON.stringify(answered)}`);
  // Filters that never find anything would prove nothing.
  expect(answered.withKeys).toBeGreaterThan(answered.questions / 4);
});

test('the service is asked as the copy was: page by page, both ways, with its own filters', async () => {
  const practice = await startPractice({ databasePath: ':memory:', fileCount: 0, keyCount: 150 });
  const service = httpService({ baseUrl: practice.baseUrl, token: practice.tokens.admin });
  const none = { revoked: null, limitedUse: false, exhausted: false, name: null } as const;
  const ask = async (asked: Partial<ServiceKeyFilters>) => {
    const answer = await queryServiceKeys(service, { ...none, ...asked }, AbortSignal.timeout(10_000));
    if (!answer.ok) throw new Error(answer.failure.kind);
    return answer.value;
  };
  const [all, revoked, living, spent] = [
    await ask({}),
    await ask({ revoked: true }),
    await ask({ revoked: false }),
    await ask({ limitedUse: true, exhausted: true, name: '%ci%' }),
  ];
  expect([all.keys.length, all.isWhole]).toEqual([150, true]);
  expect([revoked.keys.every((key) => key.revoked), living.keys.some((key) => key.revoked)]).toEqual([true, false]);
  expect(revoked.keys.length + living.keys.length).toBe(150);
  expect(spent.keys.length).toBeGreaterThan(0);
  expect(spent.keys.every(({ name: text, uses, maxUses }) => /ci/i.test(text ?? '') && uses === maxUses)).toBe(true);
  await practice.close();
});

test('a long list is asked for only so far, and said to be no whole answer', async () => {
  const service = new FakeService();
  service.keys = Array.from({ length: 1_000 }, (_, number) => ({ id: `key-${number}`, revoked: false }));
  const none = { revoked: null, limitedUse: false, exhausted: false, name: null } as const;
  const answer = await queryServiceKeys(service, none, new AbortController().signal);
  expect(answer).toMatchObject({ ok: true, value: { requests: 60, isWhole: false } });
});
