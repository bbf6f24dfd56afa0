import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HeldFilePorts } from '../../src/domain/core/held-files.ts';
import type { Random, Clock } from '../sync/ports.ts';

/** `setTimeout` fires at once for 2^31 ms or more, and for NaN (Node.js, "Timers"). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The time of this computer. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  wakeAt: (atMs, wake) => {
    const waitMs = Number.isFinite(atMs) ? atMs - Date.now() : LONGEST_TIMER_MS;
    const timer = setTimeout(wake, Math.min(LONGEST_TIMER_MS, Math.max(0, waitMs)));
    return () => clearTimeout(timer);
  },
  yieldToEventLoop: async () => void (await nextTurn()),
  hasPendingMessages: () => false,
};

/** How a thread waits for a file of this computer that another program holds. */
export const heldFiles: HeldFilePorts = {
  wait: (ms) => new Promise((resolve) => void systemClock.wakeAt(systemClock.nowMs() + ms, resolve)),
  platform: process.platform,
};

export const systemRandom: Random = { next: () => Math.random(), uuid: () => randomUUID() };
