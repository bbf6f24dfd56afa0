import type { FileQuery } from '../../src/domain/files/queries.ts';

/** One narrowing of the list, for the core and by hand. Those of one name are one figure. */
export type FilterQuestion = {
  readonly name: string;
  readonly query: Partial<FileQuery>;
  /** The condition over the baseline's tables; `file` stands for its row. */
  readonly sql: string;
  readonly values: readonly (string | number)[];
};

/** A key and a value that files have, common ones and rare ones. */
export const askedPairs = [
  ...[
    ['env', 'production'],
    ['env', 'staging'],
    ['project', 'atlas'],
    ['artist', 'José Álvarez'],
  ],
  ...[
    ['owner', 'Chidi'],
    ['status', 'archived'],
    ['city', '東京'],
    ['batch', 'b-0007'],
    ['ref', 'REF-1070'],
  ],
] as const;
const TYPES = ['image/png', 'application/json', 'application/pdf', 'text/csv', 'font/woff2'] as const;

const withPair = `file.row_id IN (SELECT row_id FROM metadata WHERE key = ? AND value = ?)`;
const anyPair = `file.row_id IN (SELECT row_id FROM metadata WHERE key = ?)`;

/** The side table carries family and name, so one index answers for both. */
const pairAndFamily = (key: string, value: string): FilterQuestion => ({
  name: 'key = value and a family of types',
  query: { type: 'image/*', metadata: [{ op: 'is', key, value }] },
  sql: 'PAIR AND FAMILY',
  values: [key, value, 'image/'],
});

export const filterQuestions: readonly FilterQuestion[] = [
  ...askedPairs.map(([key, value]) => pairAndFamily(key, value)),
  ...askedPairs.map(([key, value]): FilterQuestion => ({
    name: 'key = value',
    query: { metadata: [{ op: 'is', key, value }] },
    ...{ sql: withPair, values: [key, value] },
  })),
  ...['camera', 'größe', 'season'].flatMap((key): FilterQuestion[] => [
    { name: 'has a key', query: { metadata: [{ op: 'has', key }] }, sql: anyPair, values: [key] },
    { name: 'lacks a key', query: { metadata: [{ op: 'lacks', key }] }, sql: `NOT ${anyPair}`, values: [key] },
  ]),
  ...TYPES.map((type): FilterQuestion => ({
    name: 'type',
    query: { type },
    ...{ sql: 'file.mime_type = ?', values: [type] },
  })),
  ...(['public', 'private'] as const).map((network): FilterQuestion => ({
    name: 'network',
    query: { network },
    ...{ sql: 'file.network = ?', values: [network] },
  })),
  ...[1_000, 100_000, 10_000_000].map((fromBytes): FilterQuestion => ({
    name: 'range of sizes',
    query: { size: { fromBytes, toBytes: fromBytes * 10 } },
    ...{ sql: 'file.size BETWEEN ? AND ?', values: [fromBytes, fromBytes * 10] },
  })),
  ...['2023', '2024'].map((year): FilterQuestion => ({
    name: 'range of days',
    query: { created: { from: `${year}-03-01`, to: `${year}-03-31` } },
    ...{ sql: 'file.created_at BETWEEN ? AND ?', values: [`${year}-03-01`, `${year}-04-01`] },
  })),
];
