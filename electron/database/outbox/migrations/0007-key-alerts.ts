import type { Migration } from '../../sqlite/migrate.ts';

/** What a person was told of API keys: here and not in the copy, so that a copy made anew tells nothing twice. */
export const keyAlerts: Migration = {
  version: 7,
  up: /* sql */ `
    CREATE TABLE key_alerts (
      connection_id TEXT NOT NULL,
      key_id        TEXT NOT NULL,
      kind          TEXT NOT NULL CHECK (kind IN ('share', 'forecast')),
      raised_at_ms  INTEGER NOT NULL,
      name          TEXT,
      uses          REAL NOT NULL,
      use_limit     REAL NOT NULL,
      runs_out_ms   REAL,
      dismissed     INTEGER NOT NULL DEFAULT 0 CHECK (dismissed IN (0, 1)),
      PRIMARY KEY (connection_id, key_id, kind)
    ) STRICT, WITHOUT ROWID;
  `,
};
