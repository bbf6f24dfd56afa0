import type { Schema } from '../../sqlite/migrate.ts';
import { copy } from './0001-copy.ts';
import { orders } from './0002-orders.ts';
import { rowSets } from './0003-row-sets.ts';
import { fullChecks } from './0004-full-checks.ts';
import { textMerges } from './0005-text-merges.ts';
import { noVersions } from './0006-no-versions.ts';
import { usesRuns } from './0007-uses-runs.ts';
import { signatureWork } from './0008-signature-work.ts';
import { shortSearches } from './0009-short-searches.ts';
import { ownIndex } from './0010-own-index.ts';

export const mirrorSchema: Schema = {
  /** "PfMi" in ASCII. */
  applicationId: 0x50664d69,
  migrations: [
    copy,
    orders,
    rowSets,
    fullChecks,
    textMerges,
    noVersions,
    usesRuns,
    signatureWork,
    shortSearches,
    ownIndex,
  ],
  isRebuildable: true,
};
