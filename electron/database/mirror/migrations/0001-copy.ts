import type { Migration } from '../../sqlite/migrate.ts';

export const copy: Migration = {
  version: 1,
  up: /* sql */ `
    -- One connection's copy. Versions count changes, so that a reader knows when what it holds is out of date:
    -- said_version of what the service said, shown_version of that and of pending edits.
    CREATE TABLE copies (
      number          INTEGER PRIMARY KEY,
      connection_id   TEXT NOT NULL UNIQUE,
      said_version    INTEGER NOT NULL DEFAULT 0,
      shown_version   INTEGER NOT NULL DEFAULT 0,
      keys_version    INTEGER NOT NULL DEFAULT 0,
      caught_up_at_ms INTEGER
    ) STRICT;

    -- What is shown: pending edits replayed. Narrow, because lists and filters read it from end to end.
    CREATE TABLE files (
      row_id       INTEGER PRIMARY KEY,
      copy         INTEGER NOT NULL,
      network      TEXT NOT NULL CHECK (network IN ('public', 'private')),
      id           TEXT NOT NULL,
      shown_name   TEXT,
      name_key     TEXT,
      cid          TEXT NOT NULL,
      size_bytes   INTEGER,
      mime_type    TEXT,
      group_id     TEXT,
      created_at   TEXT,
      state        INTEGER NOT NULL,
      open_changes INTEGER NOT NULL,
      UNIQUE (copy, network, id)
    ) STRICT;
    CREATE INDEX files_by_name ON files (copy, name_key, id);
    CREATE INDEX files_by_type ON files (copy, mime_type) WHERE mime_type IS NOT NULL;
    CREATE INDEX files_by_group ON files (copy, group_id) WHERE group_id IS NOT NULL;
    CREATE INDEX files_edited ON files (copy, state) WHERE open_changes > 0;

    -- What the service said. record_json is the same facts in our words.
    CREATE TABLE records (
      row_id      INTEGER PRIMARY KEY,
      raw         TEXT NOT NULL,
      record_json TEXT NOT NULL CHECK (json_valid(record_json))
    ) STRICT;

    -- Apart from the records, because a check of an unchanged library writes nothing else.
    CREATE TABLE sightings (
      row_id      INTEGER PRIMARY KEY,
      seen_at_ms  INTEGER NOT NULL,
      request_seq INTEGER NOT NULL,
      pass        INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE passes (
      number  INTEGER PRIMARY KEY,
      pass_id TEXT NOT NULL UNIQUE
    ) STRICT;

    CREATE TABLE facets (
      copy  INTEGER NOT NULL,
      facet TEXT NOT NULL CHECK (facet IN ('network', 'type', 'group', 'sizeBytes', 'edited')),
      value TEXT NOT NULL,
      count INTEGER NOT NULL CHECK (count >= 0),
      PRIMARY KEY (copy, facet, value)
    ) STRICT, WITHOUT ROWID;

    -- Folded text of what is shown, written with the row; its index and the metadata follow in slices.
    CREATE TABLE search_texts (
      row_id INTEGER PRIMARY KEY,
      copy   INTEGER NOT NULL,
      text   TEXT NOT NULL
    ) STRICT;
    CREATE VIRTUAL TABLE search_index USING fts5 (
      text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
    );
    CREATE TABLE metadata (
      row_id INTEGER NOT NULL,
      key    TEXT NOT NULL,
      value  TEXT NOT NULL,
      PRIMARY KEY (row_id, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX metadata_by_value ON metadata (key, value, row_id);

    -- Rows above indexed_through, and those listed, are not in the index as they are now.
    CREATE TABLE index_progress (
      only_row        INTEGER PRIMARY KEY CHECK (only_row = 1),
      indexed_through INTEGER NOT NULL
    ) STRICT;
    INSERT INTO index_progress (only_row, indexed_through) VALUES (1, 0);
    CREATE TABLE index_backlog (row_id INTEGER PRIMARY KEY) STRICT;

    CREATE TABLE listing_cursors (
      copy        INTEGER NOT NULL,
      job         TEXT NOT NULL,
      cursor_json TEXT NOT NULL CHECK (json_valid(cursor_json)),
      PRIMARY KEY (copy, job)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE api_keys (
      row_id           INTEGER PRIMARY KEY,
      copy             INTEGER NOT NULL,
      id               TEXT NOT NULL,
      key_json         TEXT NOT NULL CHECK (json_valid(key_json)),
      raw              TEXT NOT NULL,
      seen_at_ms       INTEGER NOT NULL,
      pass_id          TEXT NOT NULL,
      missing_since_ms INTEGER,
      UNIQUE (copy, id)
    ) STRICT;
    CREATE TABLE key_uses (
      key_row INTEGER NOT NULL REFERENCES api_keys (row_id),
      at_ms   INTEGER NOT NULL,
      uses    INTEGER NOT NULL,
      PRIMARY KEY (key_row, at_ms)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE signatures (
      copy          INTEGER NOT NULL,
      network       TEXT NOT NULL,
      cid           TEXT NOT NULL,
      signature     TEXT,
      fetched_at_ms INTEGER NOT NULL,
      PRIMARY KEY (copy, network, cid)
    ) STRICT, WITHOUT ROWID;
  `,
};
