import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exporterClient } from '../../electron/workers/writer/clients.ts';
import { aFile, aFileQuery, connectionA, uuid } from '../support/builders.ts';
import { aCopy } from './exporting.ts';

test('an export runs in a thread of its own: cancelled there it leaves nothing, and another one may follow', async () => {
  const many = Array.from({ length: 5_000 }, (_, at) => ({ record: aFile({ id: `id-${at}` }), changes: [] }));
  const copy = aCopy(...many);
  const { mirrorPath, profileDirectory, downloadsDirectory, appVersion, connection } = copy.job({});
  let changed = Promise.withResolvers<void>();
  const bugs: unknown[] = [];
  const exports = exporterClient(
    { mirrorPath, profileDirectory, downloadsDirectory, appVersion },
    {
      nowMs: () => 0,
      newId: () => uuid(1),
      announce: () => {
        changed.resolve();
        changed = Promise.withResolvers();
      },
      report: (error) => `${bugs.push(error)}`,
    },
  );
  const request = { connection, selection: { kind: 'view' as const, query: aFileQuery(), except: [] } };
  const until = async (isWanted: () => boolean): Promise<void> => {
    while (!isWanted()) await changed.promise;
  };

  exports.start({ ...request, format: 'sqlite' });
  await until(() => exports.state.kind === 'running' && exports.state.total === 5_000);
  await exports.cancel();
  expect([exports.state, copy.left()]).toEqual([{ kind: 'idle' }, []]);

  exports.start({ ...request, format: 'csv' });
  await until(() => exports.state.kind !== 'running');
  const { state } = exports;
  const path = state.kind === 'done' ? state.path : '';
  expect(state).toEqual({
    ...{ kind: 'done', exportId: uuid(1), connectionId: connectionA, format: 'csv' },
    ...{ path, files: 5_000, sizeBytes: statSync(path).size },
  });

  exports.start({ ...request, selection: { kind: 'nonsense' } as never, format: 'csv' });
  await until(() => exports.state.kind !== 'running');
  expect([exports.state, bugs.length]).toMatchObject([{ kind: 'failed', trouble: 'broken', detail: '1' }, 1]);
});
