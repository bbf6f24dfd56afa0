import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeStates } from '../../../src/state/app-states.svelte.ts';
import type { ConnectionSummary } from '../../../src/contract/connections.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { ok } from '../../../src/domain/core/result.ts';
import { aConnection, connectionA, connectionB } from '../../support/builders.ts';
import { type FakeBridge, fakeBridge, later } from '../../support/fake-bridge.ts';

const noCounts = { waiting: 0, needsYou: 0, refused: 0, held: 0, gone: 0, parked: 0 };

const aSummary = (id: ConnectionId, counts = noCounts): ConnectionSummary => ({
  connection: aConnection({ id }),
  status: {
    mode: 'running',
    network: 'up',
    work: 'none',
    trouble: null,
    retry: null,
    pushTrouble: null,
    caughtUpAtMs: null,
    fullCheckAtMs: null,
    counts,
    job: null,
    setAside: 0,
    setAsideReason: null,
    replay: { current: null, ended: null },
  },
});

const addressBar = { read: () => '', push: () => undefined, replace: () => undefined, listen: () => () => undefined };
const connectionsOver = (bridge: FakeBridge) => makeStates({ bridge, addressBar, now: () => 0 }).connections;

test('a list that is overtaken by a later question is here once that one is answered, and not before', async () => {
  const [first, second] = [later<'connections.list'>(), later<'connections.list'>()];
  const replies = [first.reply, second.reply];
  const bridge = fakeBridge();
  bridge.answer('connections.list', () => replies.shift()!);
  const connections = connectionsOver(bridge);
  const seen: number[] = [];
  const asked = connections.load().then(() => seen.push(connections.all.length));
  const again = connections.load();
  first.arrive([aSummary(connectionA)]);
  await nextTurn();
  expect([seen, connections.all.length]).toEqual([[], 0]);
  second.arrive([aSummary(connectionA), aSummary(connectionB)]);
  await Promise.all([asked, again]);
  expect(seen).toEqual([2]);
});

test('a file that is gone waits for the person like a conflict and a refusal, and no file does without a connection', async () => {
  const bridge = fakeBridge();
  const connections = connectionsOver(bridge);
  expect(connections.filesToDecide).toBe(0);
  for (const state of ['needsYou', 'refused', 'gone']) {
    bridge.answer('connections.list', () => ok([aSummary(connectionA, { ...noCounts, [state]: 1 })]));
    await connections.load();
    expect(connections.filesToDecide, state).toBe(1);
  }
});
