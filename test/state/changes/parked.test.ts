import { expect, test, vi } from 'vitest';
import type { ParkedGroup } from '../../../src/contract/changes.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { ParkedState } from '../../../src/state/changes/parked.svelte.ts';
import { parkedMessages } from '../../../src/views/changes/changes-messages.ts';
import { accountRefA, aConnection } from '../../support/builders.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const group: ParkedGroup = {
  accountRef: accountRefA,
  edits: 5,
  files: 4,
  reason: 'token',
  replacedAtMs: 1,
  isKeptParked: false,
};

function parkedWith(groups: readonly ParkedGroup[]) {
  let held = [...groups];
  const bridge = fakeBridge({
    'changes.parked': () => ok(held),
    'changes.adopt': () => {
      held = [];
      return ok({ files: 4 });
    },
    'connections.keepParked': () => {
      held = held.map((one) => ({ ...one, isKeptParked: true }));
      return ok(aConnection());
    },
  });
  return { bridge, parked: new ParkedState(portsOf(bridge)) };
}

test('parked edits are asked about, and sent on the person’s word', async () => {
  const { bridge, parked } = parkedWith([group]);
  const stop = parked.watch();
  await expect.poll(() => parked.groups).toEqual([group]);
  await parked.adopt(group);
  expect(bridge.asked.find(({ name }) => name === 'changes.adopt')?.input).toMatchObject({
    target: { accountRef: accountRefA },
  });
  expect(parked.groups).toEqual([]);
  stop();
  expect(bridge.listeners()).toBe(0);
});

test('parked edits follow a replay that announces changes faster than they can be read', async () => {
  vi.useFakeTimers();
  const { bridge, parked } = parkedWith([group]);
  const stop = parked.watch();
  bridge.answer('changes.parked', async () => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return ok([{ ...group, edits: 6 }]);
  });
  for (let told = 0; told < 10; told += 1) {
    bridge.announce('changes.changed');
    await vi.advanceTimersByTimeAsync(120);
  }
  expect(parked.groups).toMatchObject([{ edits: 6 }]);
  stop();
  vi.useRealTimers();
});

test('edits that are to stay parked are asked about no more', async () => {
  const { parked } = parkedWith([group]);
  await parked.refresh();
  await parked.keep(group);
  expect(parked.groups).toEqual([{ ...group, isKeptParked: true }]);
});

test('a refusal of the core is said, and the edits stay', async () => {
  const { bridge, parked } = parkedWith([group]);
  await parked.refresh();
  bridge.answer('changes.adopt', () => fail({ kind: 'notFound' }));
  await parked.adopt(group);
  expect([parked.failure, parked.groups]).toEqual([{ kind: 'notFound' }, [group]]);
});

test.each([
  [group, 'today 14:02', '5 edits were made with the token you replaced today 14:02.'],
  [{ ...group, edits: 1, replacedAtMs: null }, null, '1 edit was made with another token.'],
  [{ ...group, reason: 'account' as const }, null, '5 edits were made for another account, account-a.'],
  [{ ...group, reason: 'address' as const }, null, '5 edits were made for https://service.test.'],
])('%j is told in a sentence', (of, when, sentence) => {
  expect(parkedMessages.made(of, when)).toBe(sentence);
});
