import type { Database } from 'better-sqlite3';
import { attemptsPart } from './attempts.ts';
import { editsPart } from './edits.ts';
import { lateChecksPart } from './late-checks.ts';
import type { OutboxTable } from './outbox-types.ts';
import { queuePart } from './queue.ts';
import { requestCount } from './request-count.ts';
import { settledFilesPart } from './settled-files.ts';
import { unitOfWork } from './unit-of-work.ts';

/** The queue in `outbox.db`. */
export const outboxTable = (db: Database): OutboxTable => ({
  ...editsPart(db),
  ...queuePart(db),
  ...attemptsPart(db),
  ...settledFilesPart(db),
  ...lateChecksPart(db),
  nextRequestSeq: requestCount(db),
  atomically: unitOfWork(db).atomically,
});
