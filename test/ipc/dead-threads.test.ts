import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CoreThread, type CoreThreadOptions } from '../../electron/workers/core-thread.ts';
import type { ConnectionId, FileKey } from '../../src/domain/core/ids.ts';
import { aFileQuery } from '../support/builders.ts';
import { eventually } from '../support/eventually.ts';
import { servedId, standaloneService, type StandaloneService } from '../support/standalone-service.ts';
import { started, type RunningCore } from './running-core.ts';

/** A core over a service written from the interface alone, and its threads, which the test may end. */
async function running({ files = 3, writer = {} }: { files?: number; writer?: Partial<CoreThreadOptions> } = {}) {
  const threads: { name: string; thread: CoreThread }[] = [];
  const one = await started({}, (options, ports) => {
    const thread = new CoreThread({ ...options, ...(options.name === 'writer' ? writer : {}) }, ports);
    threads.push({ name: options.name, thread });
    return thread;
  });
  const service = await standaloneService({ files });
  const { id: connectionId } = await one.get('connections.add', { name: 'Work', baseUrl: service.baseUrl, token: 't' });
  await one.until('connections.list', null, ([first]) => first?.status.caughtUpAtMs !== null);
  /** The latest thread of a name. */
  const latest = (name: 'writer' | 'reader') => threads.findLast((each) => each.name === name)!.thread;
  const starts = (name: 'writer' | 'reader') => threads.filter((each) => each.name === name).length;
  return { one, service, connectionId, latest, starts };
}

const keyOf = (number: number) => ({ network: 'public', id: servedId(number) }) as FileKey;
const editOf = (connectionId: ConnectionId, number: number, mine: string) => ({
  ...{ connectionId, key: keyOf(number) },
  changes: [{ field: 'key:mine' as const, base: null, mine }],
});

/** Asks for an edit of each file. @returns those that were answered with "saved", as they come */
function editing(one: RunningCore, connectionId: ConnectionId, files: number) {
  const saved: number[] = [];
  const kinds: string[] = [];
  const all = Array.from({ length: files }, async (_, number) => {
    const reply = await one.ask('files.edit', editOf(connectionId, number, `value ${number}`));
    if ('value' in reply) saved.push(number);
    else kinds.push(reply.failure.kind);
  });
  return { saved, kinds, all: Promise.all(all) };
}

const hasArrived = (service: StandaloneService, number: number): boolean =>
  service.files.get(servedId(number))!.keyvalues['mine'] === `value ${number}`;

describe('a writer that ends unasked', () => {
  test.each([0, 1, 7, 30])('after %d of 40 edits were saved loses none of them, and each is sent', async (before) => {
    const { one, service, connectionId, latest, starts } = await running({ files: 40 });
    const { saved, kinds, all } = editing(one, connectionId, 40);
    const writer = latest('writer');
    await eventually(() => expect(saved.length).toBeGreaterThanOrEqual(before));
    await writer.terminate();
    await all;
    // Every question has an answer, and one that was open when the thread ended says that nobody knows.
    expect(saved.length + kinds.length).toBe(40);
    expect(kinds.filter((kind) => kind !== 'interrupted')).toEqual([]);
    await eventually(() => expect(saved.filter((number) => !hasArrived(service, number))).toEqual([]));
    await eventually(() => expect([starts('writer'), starts('reader')]).toEqual([2, 2]));
  });

  test('in the middle of an update sends it again or finds it there, and never twice in effect', async () => {
    const { one, service, connectionId, latest } = await running();
    let isHeld = false;
    service.interfere = ({ method }) => (method === 'PUT' && !isHeld ? ((isHeld = true), 'hang') : null);
    await one.get('files.edit', editOf(connectionId, 0, 'value 0'));
    await eventually(() => expect(isHeld).toBe(true));
    await latest('writer').terminate();
    await eventually(() => expect(hasArrived(service, 0)).toBe(true));
    expect(service.files.get(servedId(0))!.keyvalues).toEqual({ series: 'first', mine: 'value 0' });
  });

  test('lets questions wait that are asked meanwhile, and answers them', async () => {
    const { one, connectionId, latest } = await running();
    const writer = latest('writer');
    const ended = writer.terminate();
    await eventually(() => expect(writer.end).not.toBeNull());
    const [edited, list, counts] = await Promise.all([
      one.ask('files.edit', editOf(connectionId, 1, 'value 1')),
      one.ask('connections.list', null),
      one.ask('files.counts', { connectionId }),
    ]);
    await ended;
    expect([edited, list, counts].map((reply) => 'value' in reply)).toEqual([true, true, true]);
    expect((await one.get('files.get', { connectionId, key: keyOf(1) })).shown.keyvalues).toContainEqual([
      'mine',
      'value 1',
    ]);
  });

  test('takes no plan of the one before for one of its own', async () => {
    const { one, connectionId, latest } = await running();
    const selection = { kind: 'keys' as const, keys: [keyOf(0)] };
    const prepare = (value: string) =>
      one.get('bulk.prepare', { connectionId, selection, operations: [{ kind: 'setKey', key: 'mine', value }] });
    const before = await prepare('before');
    await latest('writer').terminate();
    await prepare('after');
    expect(await one.ask('bulk.apply', { planId: before.planId })).toEqual({ failure: { kind: 'notFound' } });
  });

  test('of memory is started again, and what was saved before is there', async () => {
    const hungry = new URL('./hungry-writer.ts', import.meta.url);
    const writer = { file: hungry, limits: { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 64 } };
    const { one, connectionId, latest, starts } = await running({ files: 20, writer });
    await one.get('connections.change', { id: connectionId, paused: true });
    const { saved, all } = editing(one, connectionId, 20);
    await all;
    const first = latest('writer');
    const order = new BroadcastChannel('fill the memory of the writer');
    order.postMessage(null);
    order.close();
    // Its text is read in a thread of its own: the question is open when the writer ends.
    const table = { connectionId, format: 'csv' as const, text: `id\n${'x\n'.repeat(500_000)}`, putsBack: false };
    expect(await one.ask('table.import', table)).toEqual({ failure: { kind: 'interrupted' } });
    expect(first.end?.detail).toContain('memory limit');
    await eventually(() => expect(starts('writer')).toBe(2));
    expect(saved).toHaveLength(20);
    expect((await one.get('changes.counts', { connectionId })).waiting).toBe(20);
  });
});

describe('a reader that ends unasked', () => {
  test('is started again, and the questions that were open are answered', async () => {
    const { one, connectionId, latest, starts } = await running({ files: 50 });
    const asked = Array.from({ length: 20 }, () => one.ask('files.open', { connectionId, query: aFileQuery() }));
    await latest('reader').terminate();
    const replies = await Promise.all(asked);
    expect(replies.filter((reply) => !('value' in reply) || reply.value.count !== 50)).toEqual([]);
    expect([starts('writer'), starts('reader')]).toEqual([1, 2]);
  });

  test('loses its lists, and answers for none of another reader', async () => {
    const { one, connectionId, latest } = await running({ files: 5 });
    const before = await one.get('files.open', { connectionId, query: aFileQuery() });
    const isNews = one.next('files.changed');
    await latest('reader').terminate();
    await isNews;
    await one.get('files.open', { connectionId, query: aFileQuery({ search: '4' }) });
    expect(await one.ask('files.window', { viewId: before.viewId, from: 0, to: 5 })).toEqual({
      failure: { kind: 'notFound' },
    });
  });

  test('while the writer is started again is started too', async () => {
    const { one, connectionId, latest } = await running();
    await Promise.all([latest('writer').terminate(), latest('reader').terminate()]);
    expect((await one.get('files.counts', { connectionId })).all).toBe(3);
    await one.get('files.edit', editOf(connectionId, 2, 'value 2'));
  });

  test('while the writer still starts is started again', async () => {
    const readers: CoreThread[] = [];
    const one = await started({}, (options, ports) => {
      const thread = new CoreThread(options, ports);
      if (options.name === 'reader') readers.push(thread);
      if (options.name !== 'writer') return thread;
      const ready = thread.ready.then(async (failure) => {
        await readers[0]!.opened;
        await readers[0]!.terminate();
        return failure;
      });
      return Object.assign(thread, { ready });
    });
    expect(await one.ask('files.giveUp', { ticket: randomUUID() })).toEqual({ value: null });
    expect(readers).toHaveLength(2);
  });
});

describe('a thread that ends again and again', () => {
  test.each(['writer', 'reader'] as const)(
    'ends the app with a sentence, and no question waits: the %s',
    async (name) => {
      const { one, connectionId, latest } = await running();
      let failure: unknown = null;
      void one.core.ended.then((reason) => (failure = reason));
      for (let ends = 0; ends < 40 && failure === null; ends += 1) {
        await latest(name).terminate();
        await one.core.ask('files.counts', { connectionId });
      }
      expect(failure).toMatchObject({ kind: 'broken', part: name, detail: 'it ended with code 1' });
      for (const channel of ['connections.list', 'files.counts']) {
        expect(await one.core.ask(channel, null)).toEqual({ ok: false, failure: { kind: 'hostGone' } });
      }
    },
  );
});
