import { expect, test } from 'vitest';
import { arrivedEdits } from '../../../electron/database/outbox/arrived-edits.ts';
import { anAttempt, connectionA, connectionB, fileOf } from '../../support/builders.ts';
import { anOutbox, noPause } from '../../support/database.ts';

const nowMs = Date.UTC(2026, 5, 15, 12);
const DAY_MS = 86_400_000;

test('an edit arrived when the service took it, not when it refused it or stayed silent', async () => {
  const { db, outbox } = anOutbox();
  const end = (number: number, outcome: string, atMs: number) => {
    outbox.beginAttempt(anAttempt(number, fileOf(`f${number}`)));
    outbox.endAttempt(`attempt-${number}`, {
      endedAtMs: atMs,
      outcome,
      isResolved: true,
      requestId: null,
      answeredRaw: null,
    });
  };
  end(1, 'answered', nowMs - 3 * DAY_MS);
  end(2, 'answered', nowMs - 1);
  end(3, 'the service refused', nowMs - 1);
  end(4, 'answered', nowMs);
  outbox.beginAttempt(anAttempt(5, fileOf('under-way')));
  const read = arrivedEdits(db, noPause);
  const { arrived, byDay } = await read(connectionA, nowMs - DAY_MS, nowMs);
  expect([arrived, byDay.at(-1)?.count, byDay.at(-4)?.count, byDay.length]).toEqual([2, 2, 1, 30]);
  expect(await read(connectionA, nowMs, nowMs)).toMatchObject({ arrived: 1 });
  expect(await read(connectionB, null, nowMs)).toMatchObject({ arrived: null });
  expect(await read(connectionB, 0, nowMs)).toMatchObject({ arrived: 0 });
});

test('days are counted one after the other, and an outbox that is closed meanwhile counts no more', async () => {
  const { db, outbox } = anOutbox();
  for (const [number, ageDays] of [29, 0].entries()) {
    outbox.beginAttempt(anAttempt(number));
    outbox.endAttempt(`attempt-${number}`, {
      ...{ endedAtMs: nowMs - ageDays * DAY_MS, outcome: 'answered', isResolved: true },
      ...{ requestId: null, answeredRaw: null },
    });
  }
  let days = 0;
  const closing = (): Promise<void> => {
    days += 1;
    if (days === 15) db.close();
    return Promise.resolve();
  };
  const { arrived, byDay } = await arrivedEdits(db, closing)(connectionA, 0, nowMs);
  expect([days, arrived, byDay.map(({ count }) => count)]).toEqual([30, 0, [1, ...Array<number>(29).fill(0)]]);
});
