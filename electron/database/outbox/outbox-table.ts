import type { Database } from 'better-sqlite3';
import { attemptsPart } from './attempts-table.ts';
import { editsPart } from './edits-table.ts';
import { delayedChecksPart } from './delayed-checks-table.ts';
import type { OutboxTable } from './outbox.ts';
import { queuePart } from './sendable-files.ts';
import { requestSequence } from './request-sequence.ts';
import { settledFilesPart } from './settled-files.ts';
import { transactions } from '../sqlite/transactions.ts';

/** The outbox in `outbox.db`. */
export const outboxTable = (db: Database): OutboxTable => ({
  ...editsPart(db),
  ...queuePart(db),
  ...attemptsPart(db),
  ...settledFilesPart(db),
  ...delayedChecksPart(db),
  nextRequestSeq: requestSequence(db),
  atomically: transactions(db).atomically,
});
