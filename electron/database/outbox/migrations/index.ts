import type { Schema } from '../../sqlite/migrate.ts';
import { queue } from './0001-queue.ts';
import { delayedChecks } from './0002-late-checks.ts';
import { undo } from './0003-undo.ts';
import { undoRuns } from './0004-undo-runs.ts';
import { savedViews } from './0005-saved-views.ts';
import { boundChecks } from './0006-bound-checks.ts';
import { keyAlerts } from './0007-key-alerts.ts';
import { knownSigners } from './0008-known-signers.ts';
import { selfTests } from './0009-self-tests.ts';

export const outboxSchema: Schema = {
  /** "PfOb" in ASCII. */
  applicationId: 0x50664f62,
  migrations: [queue, delayedChecks, undo, undoRuns, savedViews, boundChecks, keyAlerts, knownSigners, selfTests],
  isRebuildable: false,
};
