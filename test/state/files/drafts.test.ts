import { expect, test, vi } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import type { Draft } from '../../../src/domain/edits/draft.ts';
import { pageClock } from '../../../src/state/app/clock.svelte.ts';
import { DraftsState, type ShownDraft } from '../../../src/state/files/drafts.svelte.ts';
import { fileOf, uuid } from '../../support/builders.ts';
import { type FakeBridge, fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const one = { network: 'public', id: fileOf(uuid(1)).id } as const;
const two = { network: 'public', id: fileOf(uuid(2)).id } as const;
const named = (text: string): Draft => ({ part: 'name', base: 'a.png', text });

/** A clock that a test moves. */
function manualClock() {
  let nowMs = 0;
  let timers: { readonly atMs: number; readonly work: () => void }[] = [];
  const advance = async (byMs: number): Promise<void> => {
    const endMs = nowMs + byMs;
    for (;;) {
      const due = timers.filter(({ atMs }) => atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs)[0];
      if (due === undefined) break;
      timers = timers.filter((timer) => timer !== due);
      nowMs = due.atMs;
      due.work();
      await settled();
    }
    nowMs = endMs;
  };
  const clock: typeof pageClock = {
    ...pageClock,
    steadyMs: () => nowMs,
    after: (waitMs, work) => {
      const timer = { atMs: nowMs + waitMs, work };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
  };
  return { clock, advance };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

/** A core that keeps drafts in memory. */
function core(): FakeBridge & { kept: ShownDraft[] } {
  const bridge: FakeBridge & { kept: ShownDraft[] } = Object.assign(
    fakeBridge({
      'drafts.list': () => ok({ drafts: [...bridge.kept] }),
      'drafts.keep': ({ key, draft }) => {
        const own = { key, draft, typedAtMs: 0, fileName: 'a.png' } as unknown as ShownDraft;
        bridge.kept = [...bridge.kept.filter((kept) => kept.key.id !== own.key.id), own];
        return ok(null);
      },
      'drafts.discard': ({ key }) => {
        bridge.kept = bridge.kept.filter((kept) => kept.key.id !== key.id);
        return ok(null);
      },
    }),
    { kept: [] },
  );
  return bridge;
}

function drafting(bridge = core()) {
  const { clock, advance } = manualClock();
  const drafts = new DraftsState(portsOf(bridge), clock);
  const writes = (): unknown[] => bridge.asked.filter(({ name }) => name !== 'drafts.list').map(({ name }) => name);
  return { bridge, drafts, advance, writes };
}

test('typing counts at once, and is kept after a pause, the last state alone', async () => {
  const { bridge, drafts, advance, writes } = drafting();
  for (const text of ['a', 'ab', 'abc']) {
    drafts.type(one, named(text));
    await advance(100);
  }
  expect([drafts.has(one), drafts.has(two), drafts.nameOf(one)?.text, writes()]).toEqual([true, false, 'abc', []]);
  await advance(500);
  expect([writes(), bridge.kept.map(({ draft }) => draft), drafts.has(one)]).toEqual([
    ['drafts.keep'],
    [named('abc')],
    true,
  ]);
});

test('typing without a pause is kept every two seconds, and never with each key', async () => {
  const { drafts, advance, writes } = drafting();
  for (let key = 0; key < 100; key++) {
    drafts.type(one, named('x'.repeat(key)));
    await advance(100);
  }
  expect(writes().length).toBeGreaterThanOrEqual(4);
  expect(writes().length).toBeLessThanOrEqual(6);
});

test('a page that is about to end writes at once', async () => {
  const { bridge, drafts } = drafting();
  drafts.type(one, named('a'));
  drafts.type(two, named('b'));
  drafts.flush();
  await settled();
  expect(bridge.kept.map(({ key }) => key)).toEqual([one, two]);
});

test('what is the same as before is not written again', async () => {
  const { drafts, advance, writes } = drafting();
  drafts.type(one, named('a'));
  await advance(1_000);
  drafts.type(one, named('a'));
  await advance(1_000);
  expect(writes()).toEqual(['drafts.keep']);
});

test('drafts of an earlier run are listed, and a discarded one is gone for good', async () => {
  const { bridge, drafts, advance, writes } = drafting();
  bridge.kept = [{ key: one, draft: named('before'), typedAtMs: 5, fileName: 'a.png' }];
  const stop = drafts.watch();
  await settled();
  expect([drafts.has(one), drafts.nameOf(one)?.text]).toEqual([true, 'before']);
  drafts.discard(one, 'name');
  expect([drafts.has(one), drafts.all]).toEqual([false, []]);
  await advance(1_000);
  expect([writes(), bridge.kept]).toEqual([['drafts.discard'], []]);
  stop();
});

test('a draft that is saved is not written any more, and one whose edit failed is', async () => {
  const { drafts, advance, writes } = drafting();
  drafts.type(one, named('a'));
  const late = Promise.withResolvers<boolean>();
  const saving = drafts.save(one, 'name', () => late.promise);
  await advance(5_000);
  drafts.flush();
  expect(writes()).toEqual([]);
  late.resolve(false);
  await saving;
  expect(drafts.has(one)).toBe(true);
  await advance(1_000);
  expect(writes()).toEqual(['drafts.keep']);
  expect(await drafts.save(one, 'name', () => Promise.resolve(true))).toBe(true);
  await advance(10_000);
  expect([drafts.has(one), writes()]).toEqual([false, ['drafts.keep']]);
});

test('what is typed while a draft is saved is a draft of its own', async () => {
  const { drafts, advance, writes } = drafting();
  drafts.type(one, named('a'));
  const late = Promise.withResolvers<boolean>();
  const saving = drafts.save(one, 'name', () => late.promise);
  drafts.type(one, named('ab'));
  late.resolve(true);
  await saving;
  expect(drafts.nameOf(one)?.text).toBe('ab');
  await advance(1_000);
  expect(writes()).toEqual(['drafts.keep']);
});

test('a draft that the core did not take is told, and offered again until it does', async () => {
  const bridge = core();
  bridge.answer('drafts.keep', () => fail({ kind: 'hostGone' }));
  const { drafts, advance, writes } = drafting(bridge);
  drafts.type(one, named('a'));
  await advance(1_000);
  expect([drafts.failureOf(one, 'name'), drafts.has(one)]).toEqual([{ kind: 'hostGone' }, true]);
  bridge.answer('drafts.keep', () => ok(null));
  await advance(5_000);
  expect([drafts.failureOf(one, 'name'), drafts.has(one), writes().length]).toEqual([null, true, 2]);
});

test('one that is too long is offered again only after more typing', async () => {
  const bridge = core();
  bridge.answer('drafts.keep', () => fail({ kind: 'unfit', what: 'draft', problem: 'tooLong' }));
  const { drafts, advance, writes } = drafting(bridge);
  drafts.type(one, named('a'));
  await advance(60_000);
  expect([writes().length, drafts.failureOf(one, 'name')?.kind]).toEqual([1, 'unfit']);
  drafts.type(one, named(''));
  await advance(1_000);
  expect(writes()).toHaveLength(2);
});

test('typing of another window is taken over, and never over typing of this one', async () => {
  const { bridge, drafts, advance } = drafting();
  const stop = drafts.watch();
  await settled();
  await advance(1_000);
  bridge.kept = [one, two].map((key) => ({ key, draft: named('there'), typedAtMs: 5, fileName: 'a.png' }));
  drafts.type(one, named('here'));
  bridge.announce('drafts.changed');
  await vi.waitFor(() => expect(drafts.nameOf(two)?.text).toBe('there'));
  expect(drafts.nameOf(one)?.text).toBe('here');
  stop();
});

test('what is typed while an earlier state is on its way stays on screen, and is kept too', async () => {
  const bridge = core();
  const late = later<'drafts.keep'>();
  bridge.answer('drafts.keep', () => late.reply);
  const { drafts, advance, writes } = drafting(bridge);
  drafts.type(one, named('a'));
  await advance(600);
  drafts.type(one, named('ab'));
  late.arrive(null);
  await settled();
  expect(drafts.nameOf(one)?.text).toBe('ab');
  await advance(1_000);
  expect(writes()).toEqual(['drafts.keep', 'drafts.keep']);
});

test('what is typed while a draft is being discarded is a draft of its own', async () => {
  const { bridge, drafts, advance, writes } = drafting();
  drafts.type(one, named('a'));
  await advance(600);
  const late = later<'drafts.discard'>();
  bridge.answer('drafts.discard', () => late.reply);
  drafts.discard(one, 'name');
  await settled();
  drafts.type(one, named('again'));
  late.arrive(null);
  await settled();
  expect(drafts.nameOf(one)?.text).toBe('again');
  await advance(1_000);
  expect(writes()).toEqual(['drafts.keep', 'drafts.discard', 'drafts.keep']);
});
