import type { Migration } from '../../sqlite/migrate.ts';

// Table and column names are older than the vocabulary of the code: a "copy" is a mirror id, "sightings" are last seen,
// "passes" are scans, "row sets" are the facet index.

const FILE_TABLES = /* sql */ `
  -- One connection's mirror. keys_version counts changes of its API keys. full_check_at_ms: the end of the last full
  -- scan; a scan of a large library mostly lists the newest files only.
  CREATE TABLE copies (
    number           INTEGER PRIMARY KEY,
    connection_id    TEXT NOT NULL UNIQUE,
    keys_version     INTEGER NOT NULL DEFAULT 0,
    caught_up_at_ms  INTEGER,
    size_bytes       INTEGER NOT NULL DEFAULT 0,
    full_check_at_ms INTEGER
  ) STRICT;

  -- Projected files. Narrow, because lists and filters read it from end to end. Row ids break ties, which every index
  -- carries anyway: half as large as with the file's id in it. Other indexes for sorting: deferred-indexes.ts.
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
  CREATE INDEX files_by_name ON files (copy, name_key);

  -- Records as the service listed them. record_json holds the same facts in the words of the domain.
  CREATE TABLE records (
    row_id      INTEGER PRIMARY KEY,
    raw         TEXT NOT NULL,
    record_json TEXT NOT NULL CHECK (json_valid(record_json))
  ) STRICT;

  -- The scan in which a record was last listed. Apart from the records: a scan of an unchanged library writes only here.
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

  CREATE TABLE listing_cursors (
    copy        INTEGER NOT NULL,
    job         TEXT NOT NULL,
    cursor_json TEXT NOT NULL CHECK (json_valid(cursor_json)),
    PRIMARY KEY (copy, job)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE metadata (
    row_id INTEGER NOT NULL,
    key    TEXT NOT NULL,
    value  TEXT NOT NULL,
    PRIMARY KEY (row_id, key)
  ) STRICT, WITHOUT ROWID;

  -- Rows that changed or went, for the sort order cache. New rows are told by their ids.
  CREATE TABLE row_changes (
    seq    INTEGER PRIMARY KEY,
    row_id INTEGER NOT NULL
  ) STRICT;
`;

const FACET_INDEX_TABLES = /* sql */ `
  -- One row for each facet term. Its rows: the blocks of that number, or, below zero, the one row whose id it is. key is
  -- the metadata key of a 'value', and empty for every other field. value is cut where it is long; folded holds the
  -- whole text where folding changes it.
  CREATE TABLE row_sets (
    copy   INTEGER NOT NULL,
    field  TEXT NOT NULL CHECK (field IN
      ('network', 'type', 'family', 'group', 'state', 'sizeStep', 'month', 'key', 'value')),
    key    TEXT NOT NULL,
    value  TEXT NOT NULL,
    number INTEGER NOT NULL,
    count  INTEGER NOT NULL CHECK (count > 0),
    folded TEXT,
    PRIMARY KEY (copy, field, key, value)
  ) STRICT, WITHOUT ROWID;
  -- A value of a single row is never among the most frequent, and a library may hold a million of them.
  CREATE INDEX row_sets_by_count ON row_sets (copy, field, key, count) WHERE count > 1;

  -- Containers of bitmaps: a fixed number of row ids to a block.
  CREATE TABLE row_set_blocks (
    number INTEGER NOT NULL,
    block  INTEGER NOT NULL,
    rows   BLOB NOT NULL,
    PRIMARY KEY (number, block)
  ) STRICT, WITHOUT ROWID;
`;

const TEXT_INDEX_TABLES = /* sql */ `
  -- Folded text of projected files, written with the row; the index in search.db follows in slices.
  CREATE TABLE search_texts (
    row_id INTEGER PRIMARY KEY,
    copy   INTEGER NOT NULL,
    text   TEXT NOT NULL
  ) STRICT;

  -- Rows up to indexed_through without a note stand in the text index as they are. An index of another epoch says
  -- nothing about this mirror.
  CREATE TABLE index_progress (
    only_row        INTEGER PRIMARY KEY CHECK (only_row = 1),
    epoch           TEXT NOT NULL,
    slices          INTEGER NOT NULL,
    indexed_through INTEGER NOT NULL
  ) STRICT;
  INSERT INTO index_progress (only_row, epoch, slices, indexed_through) VALUES (1, hex(randomblob(16)), 0, 0);
  -- Rows whose text changed since they were indexed, or that are gone. AUTOINCREMENT: no number returns.
  CREATE TABLE index_notes (number INTEGER PRIMARY KEY AUTOINCREMENT, row_id INTEGER NOT NULL) STRICT;
  CREATE INDEX index_notes_by_row ON index_notes (row_id);
`;

const KEY_TABLES = /* sql */ `
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
  -- Every scan samples the uses of a key. Equal samples in a row are one run, from at_ms to to_ms: a forecast needs the
  -- time without a use as well.
  CREATE TABLE key_uses (
    key_row   INTEGER NOT NULL REFERENCES api_keys (row_id),
    at_ms     INTEGER NOT NULL,
    uses      INTEGER NOT NULL,
    to_ms     INTEGER NOT NULL DEFAULT 0,
    use_limit INTEGER,
    PRIMARY KEY (key_row, at_ms)
  ) STRICT, WITHOUT ROWID;
`;

const SIGNATURE_TABLES = /* sql */ `
  -- standing: the result of the verification; inputs: a digest of all that went into it, so that equal inputs are
  -- verified once.
  CREATE TABLE signatures (
    copy          INTEGER NOT NULL,
    network       TEXT NOT NULL,
    cid           TEXT NOT NULL,
    signature     TEXT,
    fetched_at_ms INTEGER NOT NULL,
    standing      TEXT NOT NULL DEFAULT 'unchecked'
      CHECK (standing IN ('notSigned', 'unchecked', 'valid', 'noMatch', 'malformed')),
    inputs        TEXT,
    checked_at_ms INTEGER,
    address       TEXT,
    date_json     TEXT CHECK (json_valid(date_json)),
    PRIMARY KEY (copy, network, cid)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX signatures_by_standing ON signatures (copy, standing, address, fetched_at_ms);
  CREATE INDEX signatures_by_age ON signatures (copy, fetched_at_ms);

  -- One fetch job for each mirror. selection_json: the selection that is not turned into CIDs yet.
  CREATE TABLE signature_jobs (
    copy           INTEGER PRIMARY KEY,
    started_at_ms  INTEGER NOT NULL,
    only_missing   INTEGER NOT NULL CHECK (only_missing IN (0, 1)),
    selection_json TEXT CHECK (json_valid(selection_json)),
    total          INTEGER NOT NULL DEFAULT 0,
    done           INTEGER NOT NULL DEFAULT 0,
    failed         INTEGER NOT NULL DEFAULT 0,
    failure        TEXT
  ) STRICT;
  -- CIDs that the job has not asked the service for yet.
  CREATE TABLE signature_wants (
    number  INTEGER PRIMARY KEY,
    copy    INTEGER NOT NULL,
    network TEXT NOT NULL CHECK (network IN ('public', 'private')),
    cid     TEXT NOT NULL,
    tries   INTEGER NOT NULL DEFAULT 0,
    UNIQUE (copy, network, cid)
  ) STRICT;
  CREATE INDEX signature_wants_in_order ON signature_wants (copy, number);
`;

/** The version goes on from the numbers that builds before the first release gave their files. */
export const initial: Migration = {
  version: 10,
  up: FILE_TABLES + FACET_INDEX_TABLES + TEXT_INDEX_TABLES + KEY_TABLES + SIGNATURE_TABLES,
};
