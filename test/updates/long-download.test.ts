import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/domain/core/durations.ts';
import { noUpdates } from '../../src/domain/updates/update-state.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { addressOf, content, ended, name, world } from './update-world.ts';

test('a download that has stopped coming is over, and the daily look that it held up is due', async () => {
  const one = await world({ cutAfter: 1_000_000, stalls: true });
  one.stored.choice = { ...noUpdates, isDaily: true };
  await one.updates.check();
  await one.clock.advance(DAY_MS - MINUTE_MS);
  const download = one.updates.download();
  await expect.poll(one.left).toEqual([`${name}.part`]);
  await one.clock.advance(2 * MINUTE_MS);
  await download;
  expect([one.updates.problem, one.left()]).toEqual(['cutDownload', []]);
  // The look is due at the very end of the download, and may be over when time has passed.
  await one.clock.advance(0);
  const looks = (): number => one.asked().filter((path) => path === '/latest/pinfold-updates.json').length;
  await expect.poll(() => [looks(), one.updates.state.kind]).toEqual([2, 'available']);
});

test('a download may take long, as long as bytes arrive', async () => {
  const clock = new ManualClock();
  const slowly = (signal: AbortSignal | null | undefined): ReadableStream<Uint8Array> => {
    let sentBytes = 0;
    const pull = async (to: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      if (sentBytes === content.length) return to.close();
      await clock.advance(1.5 * MINUTE_MS);
      if (signal?.aborted === true) return to.error(signal.reason);
      to.enqueue(content.subarray(sentBytes, (sentBytes += 1_000_000)));
    };
    // Nothing is sent ahead: time goes on while the next bytes are waited for, and not while the last ones are written.
    return new ReadableStream({ pull }, { highWaterMark: 0 });
  };
  const fetch: typeof globalThis.fetch = (input, init) =>
    addressOf(input).endsWith('.deb')
      ? Promise.resolve(new Response(slowly(init?.signal)))
      : globalThis.fetch(input, init);
  const one = await ended({}, { fetch, nowMs: clock.nowMs, wakeAt: clock.wakeAt });
  expect([one.kind, clock.wakes]).toEqual(['ready', 0]);
});
