import { expect } from 'vitest';
import type { ConnectionId, FileKey } from '../../src/domain/core/ids.ts';
import type { RunningCore } from './running-core.ts';

/** A core that copied an account, and some of its files. */
export type Copied = {
  readonly one: RunningCore;
  readonly connectionId: ConnectionId;
  readonly keys: readonly FileKey[];
};

async function rename({ one, connectionId, keys }: Copied, at: number, mine: string) {
  const key = keys[at]!;
  const { shown } = await one.get('files.get', { connectionId, key });
  const changes = [{ field: 'name', base: shown.name, mine }];
  return await one.get('files.edit', { connectionId, key, changes });
}

export async function askChanges(copied: Copied): Promise<void> {
  const { one, connectionId, keys } = copied;
  const target = await rename(copied, 0, 'first');
  await one.until('changes.counts', { connectionId }, ({ waiting }) => waiting === 0);
  await one.get('files.history', { connectionId, key: keys[0]! });
  await one.get('connections.change', { id: connectionId, paused: true });
  const waiting = await rename(copied, 1, 'second');
  await one.get('changes.list', { connectionId, tab: 'waiting', search: '', from: 0, to: 10 });
  await one.get('changes.note', { connectionId, ...waiting, note: 'for the printer' });
  await one.get('changes.set', { connectionId, ...waiting, from: 0, to: 10 });
  await one.get('changes.outcomes', { connectionId, ...waiting });
  await one.get('changes.tape', { connectionId, ...waiting });
  const outcome = { status: 'queued', message: null } as const;
  await one.get('changes.edits', { connectionId, ...waiting, outcome, after: 0, most: 10 });
  const { json } = await one.get('changes.export', { connectionId, target: { ...waiting, outcome } });
  expect(json).toContain('second');
  await one.get('changes.ofFile', { connectionId, key: keys[1]! });
  await one.get('changes.dryRun', { connectionId, changeSetIds: null });
  await one.get('changes.hold', { connectionId, target: waiting });
  await one.get('changes.release', { connectionId, target: waiting });
  await one.get('changes.discard', { connectionId, target: waiting });
  await one.get('changes.restore', { connectionId, target: waiting });
  await one.get('changes.discardField', { connectionId, key: keys[1]!, field: 'name' });
  await one.get('undo.undo', { connectionId });
  await one.get('changes.retry', { connectionId, target: waiting });
  await one.get('changes.remedyChoices', { connectionId, target: waiting });
  const remedy = { kind: 'makeRoom', key: 'tier' } as const;
  await one.get('changes.remedy', { connectionId, target: waiting, remedy });
  await one.get('changes.takeBack', { connectionId, target });
  expect((await one.get('app.exportPending', null)).json).toContain('second');
}

export async function askConflicts(copied: Copied, asSomebodyElse: (id: string, name: string) => void): Promise<void> {
  const { one, connectionId, keys } = copied;
  for (const at of [2, 3]) {
    await rename(copied, at, `mine ${at}`);
    asSomebodyElse(keys[at]!.id, `theirs ${at}`);
  }
  await one.get('connections.change', { id: connectionId, paused: false });
  const conflicts = await one.until(
    'changes.conflicts',
    { connectionId, changeSetId: null },
    (all) => all.length === 2,
  );
  const { server, serverSeenAtMs } = conflicts[0]!;
  const decisions = [{ field: 'name', choice: { kind: 'mine' as const }, server }];
  await one.get('changes.decide', { connectionId, key: conflicts[0]!.key, decisions });
  await one.get('changes.decideSame', { connectionId, field: 'name', choice: 'server', seenAtMs: serverSeenAtMs! });
}

export async function askBulk({ one, connectionId, keys }: Copied): Promise<void> {
  const selection = { kind: 'keys' as const, keys: keys.slice(5, 8) };
  const operations = [{ kind: 'addToName' as const, prefix: 'new ', suffix: '' }];
  const { planId } = await one.get('bulk.prepare', { connectionId, selection, operations });
  await one.get('bulk.window', { planId, from: 0, to: 10 });
  await one.get('bulk.apply', { planId });
  const { text } = await one.get('table.export', { connectionId, selection, format: 'csv' });
  await one.get('table.import', { connectionId, format: 'csv', text, putsBack: false });
  const before = await one.get('undo.state', { connectionId });
  const again = await one.get('bulk.prepare', { connectionId, selection, operations });
  await one.get('bulk.apply', { planId: again.planId });
  const { undo, undoId } = await one.get('undo.state', { connectionId });
  expect([undo === before.undo, undoId === before.undoId]).toEqual([true, false]);
  await one.get('undo.undo', { connectionId });
  await one.get('undo.redo', { connectionId });
}

/** Replaces the token by one that names no account, and back, with an edit that waits. */
export async function askParked(copied: Copied, token: string): Promise<void> {
  const { one, connectionId } = copied;
  await one.get('connections.change', { id: connectionId, paused: true });
  const target = await rename(copied, 9, 'parked');
  await one.get('connections.replaceToken', { id: connectionId, token: 'opaque-token' });
  const [group] = await one.get('changes.parked', { connectionId });
  expect(group).toMatchObject({ reason: 'token', isKeptParked: false });
  const { accountRef } = group!;
  await one.get('connections.keepParked', { id: connectionId, accountRef });
  expect(await one.get('changes.parked', { connectionId })).toEqual([{ ...group, isKeptParked: true }]);
  await one.get('changes.adopt', { connectionId, target: { accountRef } });
  expect(await one.get('changes.parked', { connectionId })).toEqual([]);
  await one.get('connections.replaceToken', { id: connectionId, token });
  expect(await one.get('changes.adopt', { connectionId, target })).toEqual({ files: 1 });
  const { edits } = await one.get('changes.set', { connectionId, ...target, from: 0, to: 10 });
  expect(edits[0]?.adoptions.map(({ reason }) => reason)).toEqual(['person', 'person']);
  await one.get('connections.change', { id: connectionId, paused: false });
}
