import { expect, test } from 'vitest';
import type { Reader } from '../../electron/database/read-only-database.ts';
import { readerHandlers } from '../../electron/ipc/reader-handlers.ts';
import { fail } from '../../src/domain/core/result.ts';
import { connectionA } from '../support/builders.ts';

test('sizes of a selection that is still being found are given up too', async () => {
  const finding = Promise.withResolvers<Uint32Array>();
  const reader: Pick<Reader, 'selected' | 'selectionSizes'> = {
    selected: () => finding.promise,
    selectionSizes: async (_rowIds, _fullPairs, isWanted) => {
      if (isWanted()) throw new Error('Nobody wants these sizes');
      return null;
    },
  };
  const handlers = readerHandlers(reader as Reader, () => 0);
  const ticket = crypto.randomUUID();
  const files = { kind: 'list' as const, viewId: 1, except: [] };
  const sizes = handlers['selection.sizes']({ connectionId: connectionA, files, fullPairs: null, ticket });
  handlers['files.giveUp']({ ticket });
  finding.resolve(Uint32Array.of(1, 2));
  expect(await sizes).toEqual(fail({ kind: 'notFound' }));
});
