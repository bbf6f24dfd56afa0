import { expect, test } from 'vitest';
import type { Failure } from '../../../src/domain/core/failure.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { ChangesState } from '../../../src/state/changes/changes.svelte.ts';
import { KeysState } from '../../../src/state/keys/keys.svelte.ts';
import { PagedRows, type Slice } from '../../../src/state/lists/paged-rows.svelte.ts';
import { everySignature, SignaturesState } from '../../../src/state/signatures/signatures.svelte.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { aSet } from '../changes/change-sets.ts';
import { portsOf } from '../ports.ts';

const hostGone = fail({ kind: 'hostGone' } as const);

test('rows of another question go where the new one cannot be had, and those of the same one stay', async () => {
  const replies: ((reply: Result<Slice<string>, Failure>) => void)[] = [];
  const rows = new PagedRows<string>(() => new Promise((answer) => replies.push(answer)));
  const answered = async (asking: Promise<void>, reply: Result<Slice<string>, Failure>): Promise<unknown> => {
    replies.at(-1)!(reply);
    await asking;
    return [rows.phase, rows.count, rows.at(0)];
  };
  const named = (row: string): Result<Slice<string>, Failure> => ok({ from: 0, rows: [row], count: 1 });
  await answered(rows.refresh(), named('old'));
  const again = await answered(rows.refresh(), hostGone);
  void rows.renew();
  const during = rows.at(0);
  const other = await answered(rows.refresh(), hostGone);
  const then = await answered(rows.refresh(), named('new'));
  const last = await answered(rows.refresh(), hostGone);
  expect([again, during, other, then, last]).toEqual([
    ['failed', 1, 'old'],
    'old',
    ['failed', 0, undefined],
    ['ready', 1, 'new'],
    ['failed', 1, 'new'],
  ]);
});

test('keys, signatures and changes of before stand under no other filter or search whose rows cannot be had', async () => {
  const counts = { all: 1, active: 1, limited: 0, exhausted: 0, revoked: 0 };
  const bridge = fakeBridge({
    'keys.page': () => ok({ rows: [{}], count: 1 } as never),
    'keys.counts': () => ok(counts),
    'signatures.page': () => ok({ rows: [{}], count: 1 } as never),
    'changes.list': () => ok({ rows: [aSet()], count: 1, groups: [] }),
    'changes.counts': () => ok({ open: 1, needsYou: 0, waiting: 1, held: 0, sent: 0, discarded: 0 }),
  });
  const ports = portsOf(bridge);
  const [keys, signatures, changes] = [new KeysState(ports), new SignaturesState(ports), new ChangesState(ports)];
  await Promise.all([keys.open(null), signatures.show(everySignature), changes.open(null)]);
  const listed = (): number[] => [keys.rows, signatures.rows, changes.sets].map(({ count }) => count);
  for (const name of ['keys.page', 'signatures.page', 'changes.list'] as const) bridge.answer(name, () => hostGone);
  await Promise.all([keys.refresh(), signatures.show(everySignature), changes.refresh()]);
  const kept = listed();
  await Promise.all([
    keys.filter({ name: 'printer' }),
    signatures.show({ ...everySignature, status: 'valid' }),
    changes.find('aurora'),
  ]);
  expect([kept, listed()]).toEqual([
    [1, 1, 1],
    [0, 0, 0],
  ]);
});
