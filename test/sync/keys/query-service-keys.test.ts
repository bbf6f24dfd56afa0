import { describe, expect, test } from 'vitest';
import type { Service } from '../../../electron/remote/service.ts';
import {
  learnNameSearch,
  queryServiceKeys,
  type ServiceKeysAnswer,
} from '../../../electron/sync/keys/query-service-keys.ts';
import { keyId } from '../../../src/domain/core/ids.ts';
import { ok } from '../../../src/domain/core/result.ts';
import type { ServiceKeyFilters } from '../../../src/domain/keys/queries.ts';
import { type NameSearchTrait, noNameSearch } from '../../../src/domain/service/name-search.ts';
import { aKey } from '../../support/builders.ts';
import { FakeService } from '../../support/fake-service.ts';
import { answered, failing } from '../push/failures.ts';

const none: ServiceKeyFilters = { revoked: null, limitedUse: false, exhausted: false, name: null };
const { signal } = new AbortController();

/** A service with these keys, whose list leaves out revoked ones only when it is asked for revoked ones. */
function aService(
  ...keys: readonly { readonly id: string; readonly name?: string | null; readonly revoked?: boolean }[]
) {
  const fake = new FakeService();
  fake.keys = keys.map((key) => ({ name: key.id, revoked: false, ...key }));
  const narrowed: unknown[] = [];
  const service: Pick<Service, 'listKeys'> = {
    listKeys: (offset, revoked, until, filters) => {
      narrowed.push(filters);
      return fake.listKeys(offset, revoked, until);
    },
  };
  const pages = (): unknown => fake.calls.map(({ input }) => input);
  return { fake, service, narrowed, pages };
}

const queried = async (service: Pick<Service, 'listKeys'>, asked: Partial<ServiceKeyFilters>) => {
  const answer = await queryServiceKeys(service, { ...none, ...asked }, signal);
  return answer.ok ? { ...answer.value, keys: answer.value.keys.map(({ id }) => String(id)) } : answer.failure;
};

describe('the keys of a service', () => {
  const both = [{ id: 'a' }, { id: 'b', revoked: true }];

  test.each<[Partial<ServiceKeyFilters>, readonly string[], readonly (readonly unknown[])[]]>([
    [
      { revoked: true },
      ['b'],
      [
        [0, true],
        [1, true],
      ],
    ],
    [
      { revoked: false },
      ['a'],
      [
        [0, null],
        [2, null],
      ],
    ],
    [
      {},
      ['a', 'b'],
      [
        [0, null],
        [2, null],
        [0, true],
      ],
    ],
  ])('that are %j are asked for no further than needed', async (asked, keys, pages) => {
    const made = aService(...both);
    expect(await queried(made.service, asked)).toMatchObject({ keys, requests: pages.length, isWhole: true });
    expect(made.pages()).toEqual(pages);
  });

  test('are asked for with the other filters as they are', async () => {
    const made = aService();
    await queried(made.service, { revoked: true, limitedUse: true, exhausted: true, name: 'ci' });
    expect(made.narrowed).toEqual([{ limitedUse: true, exhausted: true, name: 'ci' }]);
  });

  test('that cannot be read are counted, and make no whole answer', async () => {
    const { fake, service } = aService({ id: 'a' });
    fake.keys = [...fake.keys, { name: 'no id' }];
    expect(await queried(service, { revoked: false })).toMatchObject({ keys: ['a'], setAside: 1, isWhole: false });
  });

  test('are asked for until there are a hundred thousand of them, which are no whole answer', async () => {
    const keyOfList = aKey();
    const listKeys: Service['listKeys'] = async (offset) => {
      const items = Array.from({ length: 40_000 }, (_, at) => ({
        key: { ...keyOfList, id: keyId.parse(`key-${offset + at}`) },
        raw: '',
      }));
      return ok({ items, rows: items.length, setAside: 0, setAsideReason: null, count: null });
    };
    const answer = await queryServiceKeys({ listKeys }, { ...none, revoked: false }, signal);
    expect(answer).toMatchObject({ ok: true, value: { requests: 3, isWhole: false } });
    expect(answer.ok && answer.value.keys).toHaveLength(120_000);
  });

  test('are no answer where a later page fails', async () => {
    const { fake, service } = aService({ id: 'a' });
    fake.faultOf = ({ input }) => (input[0] === 0 ? null : failing(answered(500)));
    expect(await queried(service, {})).toEqual(answered(500));
  });
});

type Named = { readonly id: string; readonly name: string | null };

/** What is learnt when a service that holds `held` answered to a typed name with `shown`, and the copy has `mirrored`. */
async function learnt(
  typed: string | null,
  { shown = [], mirrored = [], held = mirrored }: Partial<Record<'shown' | 'mirrored' | 'held', readonly Named[]>>,
  { isWhole = true, before = noNameSearch }: { readonly isWhole?: boolean; readonly before?: NameSearchTrait } = {},
) {
  const made = aService(...held);
  const answer: ServiceKeysAnswer = { keys: shown.map(aKey), requests: 1, setAside: 0, isWhole };
  const found = await learnNameSearch(
    made.service,
    { ...none, name: typed },
    answer,
    mirrored.map(aKey),
    before,
    signal,
  );
  return { ...found, asked: made.narrowed };
}

describe('what a service leaves out', () => {
  const [ci, other] = [
    { id: 'k1', name: 'ci' },
    { id: 'k2', name: 'other' },
  ];

  test('counts once a question by its plain name finds it, which takes requests', async () => {
    const { trait, requests, asked } = await learnt('%ci%', { mirrored: [other, ci] });
    expect(trait).toEqual({
      refuted: ['wholeName', 'insideName'],
      decidedBy: { kind: 'leftOut', typed: '%ci%', name: 'ci' },
      evidence: null,
    });
    expect(requests).toBe(3);
    expect(asked[0]).toMatchObject({ name: 'ci' });
  });

  test.each<[string, Parameters<typeof learnt>]>([
    ['when no name was typed', [null, { mirrored: [ci] }]],
    ['when the text ends in a lone backslash', ['ci\\', { shown: [other], mirrored: [{ id: 'k1', name: 'ci\\' }] }]],
    ['when the answer is no whole one', ['%ci%', { mirrored: [ci] }, { isWhole: false }]],
    ['when it answered with the key', ['ci', { shown: [ci], mirrored: [ci] }]],
    ['when the name is no match', ['ci', { mirrored: [other] }]],
    [
      'when the name has a character that one reading takes for a wildcard',
      ['%', { mirrored: [{ id: 'k1', name: '100%' }] }],
    ],
    ['when the key has no name', ['%', { shown: [{ id: 'k3', name: null }], mirrored: [{ id: 'k1', name: null }] }]],
  ])('teaches nothing %s, and nothing more is asked', async (_when, input) => {
    const { trait, requests, asked } = await learnt(...input);
    expect([trait, requests, asked]).toEqual([noNameSearch, 0, []]);
  });

  test.each<[string, readonly Named[]]>([
    ['is gone', [other]],
    ['has another name now', [{ id: 'k1', name: 'renamed' }]],
    ['is another one of the same name now', [{ id: 'k9', name: 'ci' }]],
  ])('teaches nothing when the key %s', async (_how, held) => {
    const { trait, requests } = await learnt('%ci%', { mirrored: [ci], held });
    expect([trait, requests]).toEqual([noNameSearch, 3]);
  });

  test('teaches nothing when the control question fails', async () => {
    const { fake, service } = aService(ci);
    fake.faultOf = () => failing(answered(500));
    const answer = { keys: [], requests: 1, setAside: 0, isWhole: true };
    const asked = { ...none, name: 'ci' };
    expect(await learnNameSearch(service, asked, answer, [aKey(ci)], noNameSearch, signal)).toEqual({
      trait: noNameSearch,
      requests: 0,
    });
  });
});
