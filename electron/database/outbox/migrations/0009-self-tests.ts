import type { Migration } from '../../sqlite/migrate.ts';

/** What a self-test has put on a service and must take away again: one for each connection, kept until it is gone. */
export const selfTests: Migration = {
  version: 9,
  up: /* sql */ `
    CREATE TABLE self_tests (
      connection_id  TEXT NOT NULL PRIMARY KEY,
      self_test_json TEXT NOT NULL CHECK (json_valid(self_test_json))
    ) STRICT;
  `,
};
