import type { Migration } from '../../sqlite/migrate.ts';
import { counters, list, OPEN, STATUS_COUNTERS, STATUSES } from './0001-status-counters.ts';

const EDIT_TABLES = /* sql */ `
  CREATE TABLE change_sets (
    number        INTEGER PRIMARY KEY AUTOINCREMENT,
    id            TEXT NOT NULL UNIQUE,
    connection_id TEXT NOT NULL,
    origin        TEXT NOT NULL,
    account       TEXT NOT NULL,
    title         TEXT NOT NULL,
    title_folded  TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    checksum      TEXT NOT NULL,
    files         INTEGER NOT NULL DEFAULT 0,
    ${counters(STATUSES)}
  ) STRICT;
  CREATE INDEX change_sets_by_connection ON change_sets (connection_id, number);

  CREATE TABLE edited_files (
    number        INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL,
    network       TEXT NOT NULL CHECK (network IN ('public', 'private')),
    file_id       TEXT NOT NULL,
    origin        TEXT NOT NULL,
    account       TEXT NOT NULL,
    ${counters(OPEN)},
    first_queued_seq INTEGER,
    state TEXT NOT NULL GENERATED ALWAYS AS (CASE
      WHEN conflicted > 0 THEN 'needsYou'
      WHEN refused > 0 THEN 'refused'
      WHEN gone > 0 THEN 'gone'
      WHEN queued > 0 THEN 'waiting'
      WHEN held > 0 THEN 'held'
      ELSE 'done' END) VIRTUAL,
    UNIQUE (connection_id, network, file_id, origin, account)
  ) STRICT;
  CREATE INDEX edited_files_sendable ON edited_files (connection_id, origin, account, first_queued_seq)
    WHERE queued > 0 AND refused = 0 AND gone = 0;
  CREATE INDEX edited_files_open ON edited_files (connection_id, origin, account, state)
    WHERE queued > 0 OR held > 0 OR conflicted > 0 OR refused > 0 OR gone > 0;

  CREATE TABLE edits (
    seq             INTEGER PRIMARY KEY,
    id              TEXT NOT NULL UNIQUE,
    change_set      INTEGER NOT NULL REFERENCES change_sets (number),
    edited_file     INTEGER NOT NULL REFERENCES edited_files (number),
    created_at_ms   INTEGER NOT NULL,
    refusal_json    TEXT CHECK (json_valid(refusal_json)),
    closed_since_ms INTEGER,
    checksum        TEXT NOT NULL,
    chain           TEXT NOT NULL
  ) STRICT;
  CREATE INDEX edits_by_set ON edits (change_set, seq, edited_file);
  CREATE INDEX edits_by_file ON edits (edited_file, seq);

  CREATE TABLE edit_changes (
    edit_seq          INTEGER NOT NULL REFERENCES edits (seq),
    position          INTEGER NOT NULL,
    field             TEXT NOT NULL,
    change_set        INTEGER NOT NULL,
    edited_file       INTEGER NOT NULL,
    status            TEXT NOT NULL CHECK (status IN (${list(STATUSES)})),
    base_json         TEXT NOT NULL CHECK (json_valid(base_json)),
    mine_json         TEXT NOT NULL CHECK (json_valid(mine_json)),
    settlement        TEXT CHECK (settlement IN ('applied', 'alreadyThere', 'savedAs')),
    server_json       TEXT NOT NULL CHECK (json_valid(server_json)),
    server_seen_at_ms INTEGER,
    search_text       TEXT NOT NULL,
    checksum          TEXT NOT NULL,
    PRIMARY KEY (edit_seq, field)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX edit_changes_open ON edit_changes (edited_file, status, edit_seq, field)
    WHERE status NOT IN ('settled', 'discarded');
  CREATE INDEX edit_changes_conflicted ON edit_changes (change_set) WHERE status = 'conflicted';

  CREATE TABLE attempts (
    number        INTEGER PRIMARY KEY,
    id            TEXT NOT NULL UNIQUE,
    connection_id TEXT NOT NULL,
    network       TEXT NOT NULL,
    file_id       TEXT NOT NULL,
    origin        TEXT NOT NULL,
    account       TEXT NOT NULL,
    edit_ids_json TEXT NOT NULL CHECK (json_valid(edit_ids_json)),
    writes_json   TEXT NOT NULL CHECK (json_valid(writes_json)),
    body          TEXT NOT NULL,
    read_raw      TEXT,
    request_seq   INTEGER NOT NULL,
    started_at_ms INTEGER NOT NULL,
    ended_at_ms   INTEGER,
    outcome       TEXT,
    is_resolved   INTEGER NOT NULL DEFAULT 0 CHECK (is_resolved IN (0, 1)),
    request_id    TEXT,
    answered_raw  TEXT
  ) STRICT;
  -- At most one request under way for each file.
  CREATE UNIQUE INDEX attempts_under_way ON attempts (connection_id, network, file_id) WHERE ended_at_ms IS NULL;
  CREATE INDEX attempts_unresolved ON attempts (connection_id, network, file_id, number) WHERE is_resolved = 0;
  CREATE INDEX attempts_by_file ON attempts (connection_id, network, file_id, number);

  CREATE TABLE attempt_edits (
    edit_seq INTEGER NOT NULL REFERENCES edits (seq),
    attempt  INTEGER NOT NULL REFERENCES attempts (number),
    PRIMARY KEY (edit_seq, attempt)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attempt_edits_by_attempt ON attempt_edits (attempt);

  CREATE TABLE gates (
    connection_id TEXT NOT NULL,
    network       TEXT NOT NULL,
    file_id       TEXT NOT NULL,
    not_before_ms INTEGER NOT NULL,
    failures      INTEGER NOT NULL,
    PRIMARY KEY (connection_id, network, file_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX gates_by_time ON gates (connection_id, not_before_ms);

  -- raw stays until the mirror has taken the record.
  CREATE TABLE settled_files (
    connection_id TEXT NOT NULL,
    network       TEXT NOT NULL,
    file_id       TEXT NOT NULL,
    request_seq   INTEGER NOT NULL,
    settled_at_ms INTEGER NOT NULL,
    raw           TEXT,
    PRIMARY KEY (connection_id, network, file_id)
  ) STRICT;
  CREATE INDEX settled_files_unmirrored ON settled_files (request_seq) WHERE raw IS NOT NULL;

  CREATE TABLE counters (
    name  TEXT NOT NULL PRIMARY KEY,
    value INTEGER NOT NULL
  ) STRICT;

  -- Values of a field that another value displaced: every written value leaves a trace.
  CREATE TABLE field_history (
    number        INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL,
    network       TEXT NOT NULL,
    file_id       TEXT NOT NULL,
    field         TEXT NOT NULL,
    value_json    TEXT NOT NULL CHECK (json_valid(value_json)),
    source        TEXT NOT NULL CHECK (source IN ('server', 'mine', 'observed')),
    at_ms         INTEGER NOT NULL,
    edit_id       TEXT
  ) STRICT;
  CREATE INDEX field_history_by_file ON field_history (connection_id, network, file_id, field, number);

  -- The edit counters. The high-water mark holds the same outside the database, where a lost WAL does not take it along.
  CREATE TABLE ledger (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    last_seq INTEGER NOT NULL,
    enqueued INTEGER NOT NULL,
    pruned   INTEGER NOT NULL,
    lost     INTEGER NOT NULL,
    chain    TEXT NOT NULL
  ) STRICT;
  INSERT INTO ledger (only_row, last_seq, enqueued, pruned, lost, chain) VALUES (1, 0, 0, 0, 0, '');

  CREATE TABLE losses (
    number        INTEGER PRIMARY KEY,
    noticed_at_ms INTEGER NOT NULL,
    sentence      TEXT NOT NULL
  ) STRICT;

  -- Files to be read once more because an update that was made for this account may land late.
  CREATE TABLE late_checks (
    connection_id TEXT NOT NULL,
    network       TEXT NOT NULL,
    file_id       TEXT NOT NULL,
    origin        TEXT NOT NULL,
    account       TEXT NOT NULL,
    due_at_ms     INTEGER NOT NULL,
    PRIMARY KEY (connection_id, network, file_id, origin, account)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX late_checks_by_time ON late_checks (connection_id, origin, account, due_at_ms);

  -- Change sets that can be undone and redone, across restarts.
  CREATE TABLE undo_stacks (
    connection_id TEXT NOT NULL PRIMARY KEY,
    stacks_json   TEXT NOT NULL CHECK (json_valid(stacks_json))
  ) STRICT;
  -- The undo of a large change set, part by part: after a crash in the middle the next start finishes it.
  CREATE TABLE undo_runs (
    connection_id TEXT NOT NULL,
    position      INTEGER NOT NULL,
    part_json     TEXT NOT NULL CHECK (json_valid(part_json)),
    PRIMARY KEY (connection_id, position)
  ) STRICT, WITHOUT ROWID;
`;

// The tables below are the person's too: they outlive every mirror, and are as durable as an edit.
const PROFILE_TABLES = /* sql */ `
  CREATE TABLE connections (
    id              TEXT NOT NULL PRIMARY KEY,
    connection_json TEXT NOT NULL CHECK (json_valid(connection_json))
  ) STRICT;

  CREATE TABLE preferences (
    only_row         INTEGER PRIMARY KEY CHECK (only_row = 1),
    preferences_json TEXT NOT NULL CHECK (json_valid(preferences_json))
  ) STRICT;

  CREATE TABLE saved_views (
    connection_id TEXT NOT NULL PRIMARY KEY,
    views_json    TEXT NOT NULL CHECK (json_valid(views_json))
  ) STRICT;

  -- A mirror that is copied anew raises no alert a second time.
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

  CREATE TABLE known_signers (
    address     TEXT NOT NULL PRIMARY KEY,
    label       TEXT NOT NULL,
    added_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Metadata keys that a self-test added to a file of a service: one for each connection, until the key is gone.
  CREATE TABLE self_tests (
    connection_id  TEXT NOT NULL PRIMARY KEY,
    self_test_json TEXT NOT NULL CHECK (json_valid(self_test_json))
  ) STRICT;
`;

/** The version goes on from the numbers that builds before the first release gave their files. */
export const initial: Migration = { version: 9, up: EDIT_TABLES + PROFILE_TABLES + STATUS_COUNTERS };
