import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { emptyLibrary } from '../../../src/domain/library/contents.ts';
import { noNews } from '../../../src/domain/library/news.ts';
import { LibraryState } from '../../../src/state/library/library.svelte.ts';
import { makeStates } from '../../../src/state/app-states.svelte.ts';
import { connectionA } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { eventually } from '../../support/eventually.ts';
import { heldClock } from '../held-clock.ts';
import { portsOf } from '../ports.ts';

function aLibraryState() {
  const bridge = fakeBridge({
    'library.look': () => ok({ sinceMs: 7, lookedAtMs: 9 }),
    'library.contents': () => ok(emptyLibrary),
    'library.news': () => ok(noNews(0)),
    'library.arrived': () => ok({ arrived: 0, byDay: [] }),
    'keys.runOuts': () => ok({ usedUp: [], usedUpKeys: 0, ending: [], endsMs: [] }),
    'signatures.unfetched': () => ok({ files: 3 }),
  });
  const { clock, rested } = heldClock();
  const asked = (name: string) => bridge.asked.filter((one) => one.name === name);
  return { bridge, rested, asked, library: new LibraryState(portsOf(bridge), clock) };
}

test('news and arrived edits count from the visit before this one, and a visit is noted once', async () => {
  const { library, asked } = aLibraryState();
  const stop = library.watch();
  await eventually(() => expect(library.arrived).not.toBeNull());
  expect(asked('library.news').map(({ input }) => input)).toMatchObject([{ sinceMs: 7 }]);
  expect(asked('library.arrived').map(({ input }) => input)).toMatchObject([{ sinceMs: 7 }]);
  expect([asked('library.look').length, library.sinceMs, library.unfetched]).toEqual([1, 7, 3]);
  stop();
});

test('files without a signature are counted anew once files or signatures arrive', async () => {
  const { bridge, library, asked, rested } = aLibraryState();
  const stop = library.watch();
  await eventually(() => expect(library.unfetched).toBe(3));
  bridge.answer('signatures.unfetched', () => ok({ files: 0 }));
  bridge.announce('signatures.changed');
  rested();
  await eventually(() => expect(library.unfetched).toBe(0));
  bridge.answer('signatures.unfetched', () => ok({ files: 1 }));
  await library.again();
  expect([library.unfetched, asked('signatures.unfetched').length]).toEqual([1, 3]);
  stop();
});

test('a visit that cannot be noted has no news, and the charts are there', async () => {
  const { bridge, library, asked } = aLibraryState();
  bridge.answer('library.look', () => fail({ kind: 'notSaved', reason: 'full', detail: '' } as never));
  const stop = library.watch();
  await eventually(() => expect(library.news).not.toBeNull());
  expect(asked('library.news').map(({ input }) => input)).toMatchObject([{ sinceMs: null }]);
  expect([library.contents, library.failure]).toEqual([emptyLibrary, null]);
  stop();
});

test('the news are whole only once edits and keys have been counted too', async () => {
  const { bridge, library } = aLibraryState();
  const slow = later<'library.arrived'>();
  bridge.answer('library.arrived', () => slow.reply);
  const stop = library.watch();
  await eventually(() => expect(library.news).not.toBeNull());
  expect(library.hasWholeNews).toBe(false);
  slow.arrive({ arrived: 3, byDay: [] });
  await eventually(() => expect(library.hasWholeNews).toBe(true));
  stop();
});

test('changes are asked for once for each rest, and none after the screen is left', async () => {
  const { bridge, library, asked, rested } = aLibraryState();
  const stop = library.watch();
  await eventually(() => expect(library.arrived).not.toBeNull());
  for (let times = 0; times < 20; times += 1) bridge.announce('files.changed');
  expect(asked('library.contents')).toHaveLength(1);
  rested();
  await eventually(() => expect(asked('library.contents')).toHaveLength(2));
  expect(asked('library.news')).toHaveLength(2);
  stop();
  expect(bridge.listeners()).toBe(0);
});

test('a failure stands until an answer comes, with the last charts', async () => {
  const { bridge, library } = aLibraryState();
  const stop = library.watch();
  await eventually(() => expect(library.contents).not.toBeNull());
  bridge.answer('library.contents', () => fail({ kind: 'hostGone' }));
  await library.again();
  expect([library.failure, library.contents]).toEqual([{ kind: 'hostGone' }, emptyLibrary]);
  bridge.answer('library.contents', () => ok(emptyLibrary));
  await library.again();
  expect(library.failure).toBeNull();
  stop();
});

test('the days are counted anew once another one begins, also where nothing happened', async () => {
  const { bridge } = aLibraryState();
  const { clock, rested } = heldClock();
  // Out of sight the page has no timer, so the library has none of its own.
  const every = (): never => {
    throw new Error('The library has a timer of its own');
  };
  let nowMs = new Date(2026, 10, 20, 23, 59).getTime();
  const addressBar = { read: () => '', push: () => {}, replace: () => {}, listen: () => () => {} };
  const app = makeStates({ bridge, addressBar, now: () => nowMs });
  const library = new LibraryState({ bridge, connectionId: connectionA, app }, { ...clock, every });
  const asked = () =>
    (['library.contents', 'library.news', 'library.arrived'] as const).map(
      (name) => bridge.asked.filter((one) => one.name === name).length,
    );
  const stops = [app.clock.watch(), library.watch()];
  const tick = (toMs: number): void => {
    nowMs = toMs;
    app.clock.inSight(false);
    app.clock.inSight(true);
    rested();
  };
  await eventually(() => expect(asked()).toEqual([1, 1, 1]));
  tick(nowMs + 50_000);
  expect(asked()).toEqual([1, 1, 1]);
  tick(nowMs + 20_000);
  await eventually(() => expect(asked()).toEqual([2, 2, 2]));
  stops.forEach((stop) => stop());
  tick(nowMs + 86_400_000);
  expect(asked()).toEqual([2, 2, 2]);
});

test('news that could not be noted as seen stay, and why is said until they are', async () => {
  const { bridge, library } = aLibraryState();
  const stop = library.watch();
  await eventually(() => expect(library.arrived).not.toBeNull());
  const full = { kind: 'notSaved', reason: 'diskFull', detail: '' } as const;
  bridge.answer('library.seen', () => fail(full));
  expect(await library.seen()).toBe(false);
  expect([library.sinceMs, library.failure]).toEqual([7, full]);
  bridge.answer('library.seen', () => ok({ sinceMs: 11, lookedAtMs: 11 }));
  expect(await library.seen()).toBe(true);
  expect([library.sinceMs, library.failure]).toEqual([11, null]);
  stop();
});
