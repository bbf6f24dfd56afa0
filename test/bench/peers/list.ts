/** What people use instead, the most important first. */
export type Peer = {
  readonly name: string;
  /** Its file beside this one. */
  readonly adapter: string;
  readonly packages: Readonly<Record<string, string>>;
  /** How what it does differs from what it is compared with. */
  readonly note: string;
};

const SQLITE = { 'better-sqlite3': '13.2.0' } as const;

export const peers: readonly Peer[] = [
  {
    ...{ name: 'node:sqlite', adapter: 'node-sqlite', packages: {} },
    note: 'hand-written SQL, made for these questions; FULL',
  },
  {
    ...{ name: 'PGlite', adapter: 'pglite', packages: { '@electric-sql/pglite': '0.5.16' } },
    note: 'hand-written SQL with pg_trgm; indexes at the end',
  },
  {
    ...{ name: 'NeDB', adapter: 'nedb', packages: { '@seald-io/nedb': '4.1.2' } },
    note: 'all in memory; appends to a file without waiting for the disk',
  },
  {
    ...{ name: 'lowdb', adapter: 'lowdb', packages: { lowdb: '7.0.1' } },
    note: 'all in memory; filled with one write for every 10 pages, not for every page',
  },
  {
    ...{ name: 'TinyBase', adapter: 'tinybase', packages: { tinybase: '10.0.1', ...SQLITE } },
    note: 'all in memory; a small persister of our own keeps changed rows in SQLite (FULL)',
  },
  {
    ...{ name: 'PouchDB', adapter: 'pouchdb', packages: { pouchdb: '9.0.0', 'pouchdb-find': '9.0.0' } },
    note: 'LevelDB',
  },
  {
    ...{ name: 'RxDB', adapter: 'rxdb', packages: { rxdb: '17.6.0', rxjs: '7.8.2' } },
    note: 'memory storage: nothing is written to disk; at start it is fed again',
  },
  {
    ...{ name: 'TanStack DB', adapter: 'tanstack' },
    packages: { '@tanstack/db': '0.15.2', '@tanstack/node-db-sqlite-persistence': '0.2.20', ...SQLITE },
    note: 'all in memory, kept in SQLite (FULL)',
  },
  {
    ...{ name: 'WatermelonDB', adapter: 'watermelondb', packages: { '@nozbe/watermelondb': '0.28.0', ...SQLITE } },
    note: 'SQLite as its adapter opens it; no index for parts of a text',
  },
];
