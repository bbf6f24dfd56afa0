import { expect, test } from 'vitest';
import type { Reader } from '../../electron/database/read-only-database.ts';
import { changeHandlers } from '../../electron/ipc/changes/change-handlers.ts';
import type { HandlerContext } from '../../electron/ipc/handler-context.ts';
import { readerHandlers } from '../../electron/ipc/reader-handlers.ts';
import { LARGEST_WINDOW_ROWS } from '../../src/domain/files/queries.ts';
import { aConnection, aKeyQuery, connectionA } from '../support/builders.ts';

const windows = [
  [0, 50],
  [0, LARGEST_WINDOW_ROWS],
  [0, 1_000_000],
  [30, 1_000_000],
  [300, 30],
] as const;

test.each(windows)(
  'of a page of keys from %i to %i no more rows are made than one answer may bring',
  async (from, to) => {
    const asked: (readonly [number, number])[] = [];
    const reader: Pick<Reader, 'keysPage'> = {
      keysPage: async (_id, _query, page) => {
        asked.push([page.from, page.to]);
        return { rows: [], count: 0 };
      },
    };
    await readerHandlers(reader as Reader, () => 0)['keys.page']({
      ...{ connectionId: connectionA, query: aKeyQuery() },
      ...{ from, to },
    });
    expect(asked).toEqual([[from, Math.min(to, from + 200)]]);
  },
);

test.each(windows)('of the change sets from %i to %i no more are made than one answer may bring', async (from, to) => {
  const asked: (readonly [number, number])[] = [];
  const context: { connections: Pick<HandlerContext['connections'], 'get'>; queries: object } = {
    connections: { get: () => aConnection() },
    queries: {
      listSets: (...[, , page]: Parameters<HandlerContext['queries']['listSets']>) => {
        asked.push([page.from, page.to]);
        return { rows: [], count: 0, groups: [] };
      },
    },
  };
  changeHandlers(context as HandlerContext)['changes.list']({
    ...({ connectionId: connectionA, tab: 'waiting', search: '', language: 'en' } as const),
    ...{ from, to },
  });
  expect(asked).toEqual([[from, Math.min(to, from + 200)]]);
});
