import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { copiesOf } from '../../../electron/database/recovery/outbox-copies.ts';
import { recoveryActions } from '../../../electron/database/recovery/recovery-actions.ts';
import { anAttempt } from '../../support/builders.ts';
import { aProfile, openedAtMs } from '../../support/database.ts';
import { closedProfile } from './damaged-queue.ts';

const nowMs = openedAtMs + 86_400_000;
/** As a clock may say that is set back after the first recovery. */
const aheadMs = nowMs + 300 * 86_400_000;
const snapshot = `outbox.db.snapshot-${openedAtMs}`;

/** A queue that was set aside for a fresh one while the clock was ahead. */
function begunAhead() {
  const directory = closedProfile();
  const path = join(directory, 'outbox.db');
  copyFileSync(path, join(directory, snapshot));
  recoveryActions(path, () => aheadMs).startFresh();
  const [aside] = copiesOf(path).filter(({ kind }) => kind === 'replaced');
  return { directory, path, aside: aside!.name, now: recoveryActions(path, () => nowMs) };
}

/** The next number of a request, of which an attempt was made where it is asked for. */
function nextRequest(directory: string, isSent = false): number {
  const { outbox, close } = aProfile(directory);
  const table = outboxTable(outbox);
  const requestSeq = table.nextRequestSeq();
  if (isSent) table.beginAttempt(anAttempt(1, { requestSeq }));
  close();
  return requestSeq;
}

test.each([
  ['a fresh queue', ({ now }: ReturnType<typeof begunAhead>) => now.startFresh()],
  ['a snapshot', ({ now }: ReturnType<typeof begunAhead>) => now.restore(snapshot)],
  ['a queue that is put back', ({ now, aside }: ReturnType<typeof begunAhead>) => now.putBack(aside)],
])(
  '%s numbers its requests above those of a queue that a clock ahead began: the mirror remembers them',
  (_, replace) => {
    const world = begunAhead();
    const before = nextRequest(world.directory);
    replace(world);
    expect(nextRequest(world.directory)).toBeGreaterThan(before);
  },
);

test('edits of a queue that is put back are held when something was sent since, although the clock was set back meanwhile', () => {
  const { directory, path, aside, now } = begunAhead();
  nextRequest(directory, true);
  now.startFresh();
  expect(now.putBack(aside)).toBe(true);
  const { outbox } = aProfile(directory);
  expect(outbox.prepare('SELECT DISTINCT status FROM edit_changes').pluck().all()).toEqual(['held']);
  expect(copiesOf(path).map(({ name }) => name)).not.toContain(aside);
});
