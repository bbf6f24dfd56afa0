import { expect, test } from 'vitest';
import { aFile, uuid } from '../../support/builders.ts';
import { aLibrary, idsOf } from '../../support/database.ts';

test('the last day that a calendar has four digits for is after every file', async () => {
  const { reader } = aLibrary(aFile({ id: uuid(1) }), aFile({ id: uuid(2), createdAt: null }));
  expect(await idsOf(reader, { created: { from: null, to: '9999-12-31' } })).toEqual([uuid(1)]);
  expect(await idsOf(reader, { created: { from: '2025-12-01', to: '9999-12-31' } })).toEqual([uuid(1)]);
  expect(await idsOf(reader, { created: { from: '9999-12-31', to: null } })).toEqual([]);
});
