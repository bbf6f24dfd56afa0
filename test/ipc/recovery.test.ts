import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { outboxContents } from '../../electron/database/recovery/outbox-contents.ts';
import { connectionA } from '../support/builders.ts';
import { closedProfile, damage } from '../database/recovery/damaged-queue.ts';
import { temporaryDirectory } from '../support/database.ts';
import { started, tried } from './running-core.ts';

const startsIn = (directory: string): string => join(directory, 'starts.json');

test('a damaged queue is a phase of the core that the page is told, and nothing in the file is touched', async () => {
  const profileDirectory = closedProfile();
  damage(profileDirectory);
  const outbox = join(profileDirectory, 'outbox.db');
  const before = readFileSync(outbox);
  const { get, ask } = await started({ profileDirectory });
  expect(await get('recovery.phase', null)).toMatchObject({ kind: 'damaged', path: outbox });
  expect(await get('app.preferences', null)).toMatchObject({ theme: 'system' });
  expect((await get('recovery.contents', null)).edits.readable).toBeGreaterThan(100);
  const { json } = await get('app.exportPending', null);
  expect((JSON.parse(json) as { edits: unknown[] }).edits.length).toBeGreaterThan(100);
  expect(await ask('connections.list', null)).toMatchObject({ failure: { kind: 'invalidRequest' } });
  expect(readFileSync(outbox)).toEqual(before);
  expect((await tried({ profileDirectory })).failure).toMatchObject({ kind: 'profileInUse' });
});

test('the core runs after a fresh start, and the damaged queue can be put back while it runs', async () => {
  const profileDirectory = closedProfile();
  damage(profileDirectory);
  const one = await started({ profileDirectory });
  const told = one.next('phase.changed');
  await one.get('recovery.startFresh', null);
  await told;
  expect(await one.get('recovery.phase', null)).toEqual({ kind: 'running' });
  expect(await one.get('connections.list', null)).toHaveLength(1);
  const { copies } = await one.get('recovery.copies', null);
  expect(copies).toMatchObject([{ kind: 'replaced' }]);
  await one.get('recovery.putBack', { name: copies[0]!.name });
  expect(await one.get('recovery.phase', null)).toMatchObject({ kind: 'damaged' });
});

test('a core that runs replaces nothing, whatever a page asks', async () => {
  const one = await started();
  expect(await one.ask('recovery.startFresh', null)).toEqual({ failure: { kind: 'notFound' } });
  expect(await one.ask('recovery.putBack', { name: 'outbox.db' })).toEqual({ failure: { kind: 'notFound' } });
  expect(await one.ask('recovery.contents', null)).toMatchObject({ failure: { kind: 'invalidRequest' } });
  expect(await one.get('recovery.phase', null)).toEqual({ kind: 'running' });
});

test('after three starts that showed no page nothing is opened until a person says so', async () => {
  const profileDirectory = closedProfile();
  writeFileSync(startsIn(profileDirectory), '{"failedStarts":3}');
  const outbox = readFileSync(join(profileDirectory, 'outbox.db'));
  const one = await started({ profileDirectory });
  expect(await one.get('recovery.phase', null)).toEqual({ kind: 'safeMode', failedStarts: 3 });
  await one.get('recovery.pageShown', null);
  expect(existsSync(startsIn(profileDirectory))).toBe(true);
  expect(readFileSync(join(profileDirectory, 'outbox.db'))).toEqual(outbox);
  expect(existsSync(join(profileDirectory, 'outbox.db-wal'))).toBe(false);
  await one.get('recovery.startNormally', null);
  expect(await one.get('recovery.phase', null)).toEqual({ kind: 'running' });
  await one.get('recovery.pageShown', null);
  expect(existsSync(startsIn(profileDirectory))).toBe(false);
});

test('a start counts as failed until its page is shown', async () => {
  const profileDirectory = temporaryDirectory();
  writeFileSync(startsIn(profileDirectory), '{"failedStarts":2}');
  const one = await started({ profileDirectory });
  expect(await one.get('recovery.phase', null)).toEqual({ kind: 'running' });
  expect(readFileSync(startsIn(profileDirectory), 'utf8')).toBe('{"failedStarts":3}');
  await one.get('recovery.pageShown', null);
  expect(existsSync(startsIn(profileDirectory))).toBe(false);
});

test('a start that is ended in order, or that says why it cannot start, is none that failed', async () => {
  const profileDirectory = temporaryDirectory();
  const one = await started({ profileDirectory });
  expect(existsSync(startsIn(profileDirectory))).toBe(true);
  await one.core.close();
  expect(existsSync(startsIn(profileDirectory))).toBe(false);
  const two = await started({ profileDirectory });
  await two.core.close(false);
  expect(readFileSync(startsIn(profileDirectory), 'utf8')).toBe('{"failedStarts":1}');
});

test.each([0, 3])(
  'a start beside an open app leaves the count of that one, which %i failed starts went before',
  async (failed) => {
    const profileDirectory = temporaryDirectory();
    writeFileSync(startsIn(profileDirectory), JSON.stringify({ failedStarts: failed }));
    const one = await started({ profileDirectory });
    const counted = readFileSync(startsIn(profileDirectory), 'utf8');
    expect((await tried({ profileDirectory })).failure).toMatchObject({ kind: 'profileInUse' });
    expect(readFileSync(startsIn(profileDirectory), 'utf8')).toBe(counted);
    await one.get('recovery.pageShown', null);
    await tried({ profileDirectory });
    expect(existsSync(startsIn(profileDirectory))).toBe(failed > 0);
  },
);

test('a start whose core has answered for a minute is none that failed, though no page was ever shown', async () => {
  const profileDirectory = temporaryDirectory();
  const due: (() => void)[] = [];
  const after = (waitMs: number, work: () => void): void => void (waitMs === 60_000 && due.push(work));
  await started({ profileDirectory }, undefined, { nowMs: Date.now, after });
  expect(readFileSync(startsIn(profileDirectory), 'utf8')).toBe('{"failedStarts":1}');
  for (const work of due) work();
  expect(existsSync(startsIn(profileDirectory))).toBe(false);
});

test('a start that a person ends while the core still opens the files is none that failed', async () => {
  const profileDirectory = temporaryDirectory();
  writeFileSync(startsIn(profileDirectory), '{"failedStarts":2}');
  const ending = new AbortController();
  const starting = started({ profileDirectory, ending: ending.signal });
  expect(readFileSync(startsIn(profileDirectory), 'utf8')).toBe('{"failedStarts":3}');
  ending.abort();
  expect(existsSync(startsIn(profileDirectory))).toBe(false);
  await starting;
});

test('safe mode comes again after a start that was ended before its screen was seen', async () => {
  const profileDirectory = temporaryDirectory();
  writeFileSync(startsIn(profileDirectory), '{"failedStarts":3}');
  const ending = new AbortController();
  const starting = started({ profileDirectory, ending: ending.signal });
  ending.abort();
  await starting;
  expect(existsSync(startsIn(profileDirectory))).toBe(true);
});

test.each([3, 0])('a core that is closed has not ended by itself: after %i failed starts', async (failedStarts) => {
  const profileDirectory = temporaryDirectory();
  writeFileSync(startsIn(profileDirectory), JSON.stringify({ failedStarts }));
  const { core } = await started({ profileDirectory });
  const ends: unknown[] = [];
  void core.ended.then((end) => ends.push(end));
  await core.close();
  await setImmediate();
  expect(ends).toEqual([]);
});

test.each(['', 'nonsense', '{"failedStarts":"3"}', '{"failedStarts":-1}'])(
  'a count that cannot be read stops no start: %s',
  async (text) => {
    const profileDirectory = temporaryDirectory();
    writeFileSync(startsIn(profileDirectory), text);
    const one = await started({ profileDirectory });
    expect(await one.get('recovery.phase', null)).toEqual({ kind: 'running' });
  },
);

test('a connection that is signed out with its copy while edits wait stays in the snapshots with them, and its stars go', async () => {
  const profileDirectory = closedProfile();
  const outbox = join(profileDirectory, 'outbox.db');
  const snapshot = `${outbox}.snapshot-1767225600000`;
  copyFileSync(outbox, snapshot);
  const { get } = await started({ profileDirectory });
  await get('connections.signOut', { id: connectionA, wipeCopy: true });
  expect(outboxContents(snapshot)).toMatchObject({ edits: { readable: 300 }, connections: 1, stars: 0 });
});
