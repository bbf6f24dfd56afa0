/** What runs inside the page: each function stands alone, because it is sent there as text. */

type Watched = typeof globalThis & { painted?: Promise<number | null> };

/**
 * Arms a clock: it starts with the next key and stops when what that changed in the rows has been painted. That they are
 * counted later changes the list and no row.
 */
export function armPaint(limitMs: number): void {
  const rows = document.querySelector('[role=grid] .track');
  const watched: Watched = globalThis;
  let startMs: number | null = null;
  const begin = (event: Event): void => void (startMs ??= event.timeStamp);
  for (const type of ['keydown', 'beforeinput']) addEventListener(type, begin, { capture: true, once: true });
  watched.painted = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (startMs === null) return;
      const fromMs = startMs;
      observer.disconnect();
      requestAnimationFrame(() => {
        const afterPaint = new MessageChannel();
        afterPaint.port1.onmessage = () => resolve(performance.now() - fromMs);
        afterPaint.port2.postMessage(null);
      });
    });
    if (rows) observer.observe(rows, { subtree: true, childList: true, characterData: true, attributes: true });
    setTimeout(() => {
      observer.disconnect();
      resolve(null);
    }, limitMs);
  });
}

/** @returns milliseconds from the key to the painted rows; null when nothing changed */
export const painted = (): Promise<number | null> => (globalThis as Watched).painted ?? Promise.resolve(null);

/** When the first rows with content were painted, in milliseconds of the epoch. @throws when there are none in time */
export function firstRowsPainted(limitMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    setTimeout(
      () => reject(new Error(`No rows after ${limitMs} ms: ${document.body.innerText.slice(0, 500)}`)),
      limitMs,
    );
    const look = (): void => {
      const row = document.querySelector('[role=grid] .row:not(.coming) > [role=gridcell]');
      if (row === null) return void requestAnimationFrame(look);
      requestAnimationFrame(() => {
        const afterPaint = new MessageChannel();
        afterPaint.port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
        afterPaint.port2.postMessage(null);
      });
    };
    look();
  });
}

export type Recorded = {
  /** Milliseconds from one frame to the next. */
  readonly frames: number[];
  /** How long single rows in sight stayed blank. */
  readonly blanks: number[];
  /** From a key to the paint after it. */
  readonly keys: number[];
};

/**
 * Records frames for a while.
 *
 * @param scroll `toEnd` moves the scroll bar from one end of the list to the other meanwhile
 */
export function recordFrames({ forMs, scroll }: { forMs: number; scroll: 'toEnd' | 'no' }): Promise<Recorded> {
  const grid = document.querySelector('[role=grid]');
  const recorded: Recorded = { frames: [], blanks: [], keys: [] };
  const blankSince = new Map<string, number>();
  const onKey = (event: KeyboardEvent): void => {
    requestAnimationFrame(() => {
      const afterPaint = new MessageChannel();
      afterPaint.port1.onmessage = () => recorded.keys.push(performance.now() - event.timeStamp);
      afterPaint.port2.postMessage(null);
    });
  };
  const look = (nowMs: number): void => {
    const blank = new Set([...(grid?.querySelectorAll('.row.coming') ?? [])].map(({ id }) => id));
    for (const id of blank) if (!blankSince.has(id)) blankSince.set(id, nowMs);
    for (const [id, sinceMs] of blankSince) {
      if (blank.has(id)) continue;
      recorded.blanks.push(nowMs - sinceMs);
      blankSince.delete(id);
    }
  };
  addEventListener('keydown', onKey, { capture: true });
  return new Promise((resolve) => {
    let [firstMs, lastMs] = [0, 0];
    const frame = (nowMs: number): void => {
      if (firstMs === 0) firstMs = nowMs;
      else recorded.frames.push(nowMs - lastMs);
      lastMs = nowMs;
      look(nowMs);
      const part = (nowMs - firstMs) / forMs;
      if (scroll === 'toEnd' && grid) grid.scrollTop = Math.min(1, part) * (grid.scrollHeight - grid.clientHeight);
      if (part < 1) return void requestAnimationFrame(frame);
      removeEventListener('keydown', onKey, { capture: true });
      resolve(recorded);
    };
    requestAnimationFrame(frame);
  });
}

/** Jumps to places in the list. @returns how long it took each time until every row in sight had its content */
export async function jump(places: readonly number[]): Promise<number[]> {
  const grid = document.querySelector('[role=grid]');
  const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const taken: number[] = [];
  for (const place of places) {
    if (grid === null) break;
    const beganMs = performance.now();
    grid.scrollTop = place * (grid.scrollHeight - grid.clientHeight);
    // The first frame is the one in which the list notices that it was moved.
    await nextFrame();
    await nextFrame();
    while (grid.querySelector('.row.coming') && performance.now() - beganMs < 5_000) await nextFrame();
    taken.push(performance.now() - beganMs);
    // Jumps without a pause between them are a flight, in which no rows are asked for.
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return taken;
}

type TimedPage = typeof globalThis & { timers?: number[] };

/** Keeps how long each timer and frame waited that runs from now on. To be called before the page's own code. */
export function watchTimers(): void {
  const timed: TimedPage = globalThis;
  const timers: number[] = (timed.timers = []);
  const begin = {
    ...{ once: timed.setTimeout.bind(timed), often: timed.setInterval.bind(timed) },
    frame: timed.requestAnimationFrame.bind(timed),
  };
  type Work = (...given: unknown[]) => void;
  const noted =
    (work: Work, waitMs = 0): Work =>
    (...given) => {
      timers.push(waitMs);
      work(...given);
    };
  Object.assign(timed, {
    setTimeout: (work: Work, waitMs?: number, ...given: unknown[]) => begin.once(noted(work, waitMs), waitMs, ...given),
    setInterval: (work: Work, waitMs?: number, ...given: unknown[]) =>
      begin.often(noted(work, waitMs), waitMs, ...given),
    requestAnimationFrame: (work: Work) => begin.frame(noted(work)),
  });
}

/** @returns the waits of all timers that ran, in milliseconds */
export const timersFired = (): readonly number[] => (globalThis as TimedPage).timers ?? [];

/** Tells the page that it is hidden, as a minimized window does. */
export function hidePage(): void {
  Object.defineProperties(document, {
    hidden: { get: () => true, configurable: true },
    visibilityState: { get: () => 'hidden', configurable: true },
  });
  document.dispatchEvent(new Event('visibilitychange'));
}
