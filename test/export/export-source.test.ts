import { readFileSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { ExportJob } from '../../electron/export/job.ts';
import { exportHandlers } from '../../electron/ipc/exports/export-handlers.ts';
import type { HandlerContext } from '../../electron/ipc/handler-context.ts';
import type { Connection } from '../../src/domain/connections/connection.ts';
import { aConnection, aFile, aFileQuery, connectionA } from '../support/builders.ts';
import { closedAfterwards } from '../support/database.ts';
import { aCopy } from './exporting.ts';

const selection: ExportJob['selection'] = { kind: 'view', query: aFileQuery(), except: [] };

/** What an export of a connection is given as its source. */
function sourceOf(connection: Connection): ExportJob['connection'] {
  const sources: ExportJob['connection'][] = [];
  const start = (job: Pick<ExportJob, 'connection'>): string => {
    sources.push(job.connection);
    return 'export 1';
  };
  const context = { connections: { get: () => connection }, exports: { start } } as unknown as HandlerContext;
  exportHandlers(context)['export.start']({ connectionId: connectionA, selection, format: 'sqlite' });
  return sources[0]!;
}

test.each(['sqlite', 'csv', 'jsonl'] as const)(
  'an export as %s holds nothing of the path of the base address, which may be a secret',
  async (format) => {
    const connection = sourceOf(aConnection({ baseUrl: 'https://service.test/v3/canary' }));
    const path = await aCopy({ record: aFile(), changes: [] }).path({ format, connection });
    expect(readFileSync(path).includes('canary')).toBe(false);
  },
);

test('an export as SQLite says which service it is from, by its origin', async () => {
  const services = [
    aConnection({ baseUrl: 'https://service.test:8443/v3/canary' }),
    aConnection({ kind: 'practice', baseUrl: 'http://127.0.0.1:4000/v3' }),
  ].map(async (connection) => {
    const source = sourceOf(connection);
    const path = await aCopy({ record: aFile(), changes: [] }).path({ format: 'sqlite', connection: source });
    const db = closedAfterwards(new SQLite(path, { readonly: true }));
    return db.prepare("SELECT value FROM about WHERE key = 'service'").pluck().get();
  });
  expect(await Promise.all(services)).toEqual(['https://service.test:8443', 'practice service on this computer']);
});
