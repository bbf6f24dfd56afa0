import { expect, test } from 'vitest';
import type { Connection } from '../../../src/domain/connections/connection.ts';
import { type CopiedPart, withPart } from '../../../src/domain/connections/copied-parts.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import type { ConnectionsState } from '../../../src/state/app/connections.svelte.ts';
import { OfflineCopiesState } from '../../../src/state/settings/offline-copies.svelte.ts';
import { aConnection, connectionA, connectionB } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

/** A connection that copies everything. A tick begins at what is shown, as it does on the page. */
async function aCopy(bridge: ReturnType<typeof fakeBridge>) {
  let stored = aConnection({ id: connectionA });
  bridge.answer('connections.list', () => ok([{ connection: stored, status: {} as never }]));
  const ports = portsOf(bridge);
  const { connections } = ports.app;
  await connections.load();
  const copies = new OfflineCopiesState(ports);
  const shown = () => copies.partsOf(connectionIn(connections));
  return {
    copies,
    shown,
    store: (changed: Partial<Connection>): void => void (stored = { ...stored, ...changed }),
    load: () => connections.load(),
    untick: async (part: CopiedPart): Promise<void> => {
      const parts = withPart(shown(), part, false);
      if (parts !== null) await copies.choose(connectionA, parts);
    },
  };
}

function connectionIn(connections: ConnectionsState): Connection {
  const summary = connections.summaryOf(connectionA);
  if (summary === null) throw new Error('The connection is not listed');
  return summary.connection;
}

const chosen = (bridge: ReturnType<typeof fakeBridge>) =>
  bridge.asked.flatMap(({ name, input }) => (name === 'connections.chooseParts' ? [input] : []));

test('a tick that follows while one is under way keeps that one', async () => {
  const slow = later<'connections.chooseParts'>();
  const bridge = fakeBridge({ 'connections.chooseParts': () => slow.reply });
  const { shown, untick, store } = await aCopy(bridge);
  const ticks = [untick('private'), untick('keys')];
  const during = shown();
  store({ copiedParts: ['public'] });
  slow.arrive(aConnection({ copiedParts: ['public'] }));
  await Promise.all(ticks);
  expect([chosen(bridge).at(-1), during, shown()]).toEqual([
    { id: connectionA, copiedParts: ['public'] },
    ['public'],
    ['public'],
  ]);
});

test('a choice is shown until the list of connections has it, and one that is refused is taken back', async () => {
  const bridge = fakeBridge({ 'connections.chooseParts': () => fail({ kind: 'hostGone' }) });
  const { copies, shown, untick, store, load } = await aCopy(bridge);
  const refused = untick('keys');
  const during = shown();
  await refused;
  const after = [shown(), copies.choiceFailure];
  bridge.answer('connections.chooseParts', ({ copiedParts }) => {
    store({ copiedParts });
    return ok(aConnection({ copiedParts }));
  });
  await untick('private');
  const taken = [shown(), copies.choiceFailure];
  store({ copiedParts: ['private'] });
  await load();
  expect([during, after, taken, shown()]).toEqual([
    ['public', 'private'],
    [['public', 'private', 'keys'], { kind: 'hostGone' }],
    [['public', 'keys'], null],
    ['private'],
  ]);
});

test('a copy that is not taken anew is told of in its own question, and beside none, but not in that about another', async () => {
  const slow = later<'connections.rebuildCopy'>();
  const bridge = fakeBridge({
    'connections.rebuildCopy': () => slow.reply,
    'connections.copies': () => ok({ copies: [], sizeBytes: 0 }),
  });
  const { copies } = await aCopy(bridge);
  copies.askAbout(connectionA);
  const rebuilding = copies.rebuild();
  copies.askAbout(null);
  copies.askAbout(connectionB);
  slow.fail({ kind: 'hostGone' });
  await rebuilding;
  const besideAnother = copies.rebuildFailure;
  copies.askAbout(null);
  const beside = copies.rebuildFailure;
  copies.askAbout(connectionA);
  expect([besideAnother, beside, copies.rebuildFailure]).toEqual([null, { kind: 'hostGone' }, null]);
});
