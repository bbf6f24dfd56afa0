import type { BrowserContext } from 'playwright/test';

/** Answers of the core reach the page this late, so that a test can be run in which every key is pressed too early. */
const answersLateMs = Number(process.env['PINFOLD_LATE_ANSWERS_MS'] ?? 0);

/** Each answer is late by another time, at most this much, so that answers overtake each other. */
const answersMixedMs = Number(process.env['PINFOLD_MIXED_ANSWERS_MS'] ?? 0);

/** A frame is painted this late, as on a machine that is busy with something else. */
const framesLateMs = Number(process.env['PINFOLD_LATE_FRAMES_MS'] ?? 0);

/** Makes the pages of a context as late as the environment asks for. Call before a page is opened. */
export async function makeLate(context: BrowserContext): Promise<void> {
  if (answersLateMs > 0) await context.addInitScript(answerLate, [answersLateMs, answersLateMs] as const);
  if (answersMixedMs > 0) await context.addInitScript(answerLate, [0, answersMixedMs] as const);
  if (framesLateMs > 0) await context.addInitScript(paintLate, framesLateMs);
}

/**
 * Runs in the page. Announcements come at once, as they do where the core is busy with a question; answers in the order of
 * their times, which a congruential generator (Numerical Recipes) draws.
 */
function answerLate([least, most]: readonly [number, number]): void {
  let drawn = 1;
  const nextMs = (): number => {
    drawn = (drawn * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return least + ((most - least) * drawn) / 2 ** 32;
  };
  const add = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (type: string, listener: EventListener) {
    const late = (event: Event): void => {
      const isReply = event instanceof MessageEvent && String(event.data).includes('"kind":"reply"');
      if (isReply) setTimeout(() => listener(event), nextMs());
      else listener(event);
    };
    add.call(this, type, late);
  };
}

/** Runs in the page. Keys and answers come at once, and whatever waits for a frame waits. */
function paintLate(ms: number): void {
  globalThis.requestAnimationFrame = (callback) => Number(setTimeout(() => callback(performance.now()), ms));
  globalThis.cancelAnimationFrame = (id) => clearTimeout(id);
}
