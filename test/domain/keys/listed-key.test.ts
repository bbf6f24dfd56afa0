import { expect, test } from 'vitest';
import type { KeyRow } from '../../../src/domain/keys/api-key.ts';
import { conditionOf, useLimit } from '../../../src/domain/keys/api-key.ts';
import { lookOrder, usageLine } from '../../../src/domain/keys/listed-key.ts';
import { aKey } from '../../support/builders.ts';

const DAY_MS = 86_400_000;
const nowMs = 1_000 * DAY_MS;

function row(name: string, given: Parameters<typeof aKey>[0], more: Partial<KeyRow> = {}): KeyRow {
  const key = aKey({ name, revoked: false, maxUses: null, uses: 0, ...given });
  const rest = { seenAtMs: nowMs, missingSinceMs: null, idleSinceMs: null };
  return { key, condition: conditionOf(key), limit: useLimit(key), ...rest, ...more };
}

test('what is nearly used up comes first, what can no longer be used last', () => {
  const admin = { scopesJson: '{"admin":true}' };
  const rows = [
    row('revoked', { revoked: true }),
    row('b plain', {}),
    row('a plain', {}),
    row('mighty and idle', admin, { idleSinceMs: nowMs - 91 * DAY_MS }),
    row('mighty and used', admin, { idleSinceMs: nowMs - 1 * DAY_MS }),
    row('used up long ago', { maxUses: 5, uses: 5 }, { idleSinceMs: 1 }),
    row('used up today', { maxUses: 5, uses: 5 }, { idleSinceMs: nowMs }),
    row('half', { maxUses: 10, uses: 5 }),
    row('nearly', { maxUses: 10, uses: 9 }),
    row('half, ends next year', { maxUses: 10, uses: 6 }),
    row('hardly used, ends next week', { maxUses: 1_000, uses: 9 }),
    row('hardly used, ends next year', { maxUses: 1_000, uses: 9 }),
    row('gone', {}, { missingSinceMs: 5 }),
  ];
  const endsMs: Readonly<Record<string, number>> = {
    'half, ends next year': nowMs + 400 * DAY_MS,
    'hardly used, ends next week': nowMs + 7 * DAY_MS,
    'hardly used, ends next year': nowMs + 400 * DAY_MS,
  };
  const orderOf = (one: KeyRow) => lookOrder(one, endsMs[one.key.name ?? ''] ?? null, nowMs);
  const compared = (a: readonly (number | string)[], b: readonly (number | string)[]): number => {
    const at = a.findIndex((part, place) => part !== b[place]);
    return at === -1 ? 0 : a[at]! < b[at]! ? -1 : 1;
  };
  const inOrder = rows.toSorted((a, b) => compared(orderOf(a), orderOf(b)));
  expect(inOrder.map(({ key }) => key.name)).toEqual([
    ...['hardly used, ends next week', 'half, ends next year', 'nearly', 'half'],
    ...['used up today', 'used up long ago', 'mighty and idle'],
    ...['a plain', 'b plain', 'hardly used, ends next year', 'mighty and used', 'gone', 'revoked'],
  ]);
});

test('a line shows the last 90 days, within its frame, in few points', () => {
  const day = (ago: number, uses: number) => ({
    ...{ fromMs: nowMs - ago * DAY_MS, toMs: nowMs - (ago - 1) * DAY_MS },
    ...{ uses, limit: 100 },
  });
  const runs = Array.from({ length: 200 }, (_, place) => day(200 - place, place / 2));
  const line = usageLine(runs, 100, nowMs);
  expect(line.length).toBeLessThanOrEqual(2 * 37);
  expect(line.flat().every((share) => share >= 0 && share <= 1)).toBe(true);
  expect(line.at(0)?.[0]).toBe(0);
  expect(line.at(-1)).toEqual([1, 0.995]);
  expect(usageLine([], 100, nowMs)).toEqual([]);
});
