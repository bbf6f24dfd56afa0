import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { CoreThread } from '../../electron/workers/core-thread.ts';
import { zeroLeafOf } from '../database/mirror/damaged-mirror.ts';
import { aFileQuery } from '../support/builders.ts';
import { eventually } from '../support/eventually.ts';
import { servedId, standaloneService } from '../support/standalone-service.ts';
import { fileId } from '../../src/domain/core/ids.ts';
import { started } from './running-core.ts';

// Threads start from their sources here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const FILES = 400;
const ASIDE = /^mirror\.db\.damaged-\d+$/;

const keyOf = (number: number) => ({ network: 'public' as const, id: fileId.parse(servedId(number)) });

/** A core over a mirror of which a page of a table was zeroed after an end in order, with an edit that waits. */
async function overDamage({ table = 'files', paused = true, isErasureOwed = false } = {}) {
  const service = await standaloneService({ files: FILES });
  // The waiting edit is of the first file: its name stays with the edit.
  const others = [...service.files.values()].slice(1);
  for (const file of others) file.name = `QUAGMIRE ${file.name}`;
  const before = await started();
  const { profileDirectory, vault } = before;
  const { id } = await before.get('connections.add', { name: 'Work', baseUrl: service.baseUrl, token: 'a-token' });
  await before.until('connections.list', null, ([first]) => first?.status.caughtUpAtMs !== null);
  await before.get('connections.change', { id, paused: true });
  const key = keyOf(0);
  const changes = [{ field: 'key:mine' as const, base: null, mine: 'kept' }];
  await before.get('files.edit', { connectionId: id, key, changes });
  if (!paused) await before.get('connections.change', { id, readOnly: true, paused: false });
  await before.core.close();
  zeroLeafOf(join(profileDirectory, 'mirror.db'), table);
  for (const file of others) file.name = `${file.name} renamed`;
  if (isErasureOwed) writeFileSync(join(profileDirectory, `erase-copy-${id}`), '');
  const one = await started({ profileDirectory, vault });
  const named = (pattern: RegExp) => readdirSync(profileDirectory).filter((name) => pattern.test(name));
  /** Every row of the list, as a screen reads them. */
  const listed = async (): Promise<number> => {
    const { viewId, count } = await one.get('files.open', { connectionId: id, query: aFileQuery() });
    let rows = 0;
    for (let from = 0; from < count; from += 200) {
      const window = await one.get('files.window', { viewId, from, to: from + 200 });
      rows += window.rows.length;
    }
    return rows;
  };
  const isWhole = async (): Promise<void> => {
    await eventually(async () => expect(await listed().catch(String)).toBe(FILES));
    expect((await one.get('changes.counts', { connectionId: id })).waiting).toBe(1);
    expect((await one.get('files.get', { connectionId: id, key })).shown.keyvalues).toContainEqual(['mine', 'kept']);
  };
  const holding = (): readonly string[] =>
    named(/\.db/).filter((name) => readFileSync(join(profileDirectory, name), 'latin1').includes('QUAGMIRE'));
  const warnings = async () => (await one.get('app.info', null)).warnings;
  return { one, id, named, holding, listed, isWhole, warnings };
}

const isSetAside = expect.stringMatching(/copy of the service's files was damaged.*mirror\.db\.damaged-/);

describe('a mirror of which a page is damaged while nobody checks it', () => {
  test('is set aside and copied anew after a list that found it, and keeps every edit', async () => {
    const { one, id, named, listed, isWhole, warnings } = await overDamage();
    await listed().catch(String);
    await eventually(async () => expect(await warnings()).toEqual([isSetAside]));
    expect(named(ASIDE)).toHaveLength(1);
    await one.get('connections.change', { id, readOnly: true, paused: false });
    await isWhole();
  });

  test('lets nobody see a fault of it: the question that met it is asked again', async () => {
    const { one, id, warnings } = await overDamage({ table: 'records' });
    const asked = Array.from({ length: FILES }, (_, number) => keyOf(number));
    const replies = await Promise.all(asked.map((key) => one.ask('files.get', { connectionId: id, key })));
    const failures = replies.flatMap((reply) => ('failure' in reply ? [reply.failure.kind] : []));
    expect(failures.filter((kind) => kind !== 'notFound')).toEqual([]);
    expect(await warnings()).toEqual([isSetAside]);
  });

  test('is set aside and copied anew after a scan that found it, and keeps every edit', async () => {
    const { one, id, named, isWhole, warnings } = await overDamage({ paused: false });
    await eventually(async () => {
      // A connection that has not started yet checks nothing.
      await one.ask('connections.checkNow', { id });
      expect(await warnings()).toEqual([isSetAside]);
    });
    await isWhole();
    expect(named(ASIDE)).toHaveLength(1);
    expect(named(/damage-found/)).toEqual([]);
  });

  test('is set aside by "Rebuild copy", which succeeds', async () => {
    const { one, id, named, isWhole, warnings } = await overDamage();
    expect(await one.ask('connections.rebuildCopy', { id })).toEqual({ value: null });
    expect([named(ASIDE).length, await warnings()]).toEqual([1, [isSetAside]]);
    await one.get('connections.change', { id, readOnly: true, paused: false });
    await isWhole();
  });

  test('is in no file any more after "Sign out and delete the copy", which succeeds', async () => {
    const { one, id, named, holding, warnings } = await overDamage();
    expect(await one.ask('connections.signOut', { id, wipeCopy: true })).toEqual({ value: null });
    await eventually(() => expect([holding(), named(/^(mirror\.db\.|erase-copy)/)]).toEqual([[], []]));
    expect(await warnings()).toEqual([]);
    expect((await one.get('changes.counts', { connectionId: id })).waiting).toBe(1);
  });

  test('is erased by a start that owes it, and meets the damage before it answers', async () => {
    const { one, id, named, holding } = await overDamage({ isErasureOwed: true });
    await eventually(() => expect([holding(), named(/^(mirror\.db\.|erase-copy)/)]).toEqual([[], []]));
    expect((await one.get('changes.counts', { connectionId: id })).waiting).toBe(1);
  });
});

test('a mirror that is damaged again and again is left to the next start, and what is asked is answered', async () => {
  const tellDamage: { name: string; tell: () => void }[] = [];
  const one = await started({}, (options, ports) => {
    const thread = new CoreThread(options, ports);
    tellDamage.push({ name: options.name, tell: () => options.onDamage?.(thread) });
    return thread;
  });
  const writers = () => tellDamage.filter(({ name }) => name === 'writer').length;
  for (let damages = 0; damages < 5; damages += 1) {
    tellDamage.findLast(({ name }) => name === (damages % 2 === 0 ? 'writer' : 'reader'))!.tell();
    const expected = 1 + Math.min(damages + 1, 3);
    await eventually(async () =>
      expect([await one.ask('app.info', null), writers()]).toEqual([
        expect.objectContaining({ value: expect.anything() }),
        expected,
      ]),
    );
  }
});
