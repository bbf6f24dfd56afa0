import { expect, test } from 'vitest';
import { keyField } from '../../../src/domain/files/field.ts';
import { aChange, aFile, aFileQuery, connectionA, fileOf } from '../../support/builders.ts';
import { aLibrary } from '../../support/database.ts';

const all = { withPairs: true, mostCharacters: 1_000_000 };
const three = ['a', 'b', 'c'].map((id) => aFile({ id, name: `${id}.png`, keyvalues: [['env', 'prod']] }));

test('files selected by name come as they were named, edits replayed', async () => {
  const { files, reader } = aLibrary(...three);
  files.project(fileOf('c'), [aChange({ field: keyField('env'), base: 'prod', mine: 'test' })]);
  const keys = [fileOf('c'), fileOf('a'), fileOf('gone')].map(({ network, id }) => ({ network, id }));
  const rowIds = await reader.selected(connectionA, { kind: 'keys', keys });
  const records = await reader.records(rowIds ?? new Uint32Array(), all);
  expect(records.map(({ name, keyvalues }) => [name, keyvalues])).toEqual([
    ['c.png', [['env', 'test']]],
    ['a.png', [['env', 'prod']]],
  ]);
});

test('a whole list comes in its order, without the files taken out of it', async () => {
  const { reader } = aLibrary(...three);
  const { viewId } = await reader.open(connectionA, aFileQuery({ sort: { column: 'name', descending: true } }));
  const { network, id } = fileOf('b');
  const rowIds = await reader.selected(connectionA, { kind: 'list', viewId, except: [{ network, id }] });
  const records = await reader.records(rowIds ?? new Uint32Array(), { ...all, withPairs: false });
  expect(records.map(({ id: one, keyvalues }) => [one, keyvalues])).toEqual([
    ['c', []],
    ['a', []],
  ]);
});

test('a list that was closed has no rows to give', async () => {
  const { reader } = aLibrary(...three);
  expect(await reader.selected(connectionA, { kind: 'list', viewId: 99, except: [] })).toBeNull();
});

test('reading ends where a text could hold no more', async () => {
  const many = Array.from({ length: 400 }, (_, place) => aFile({ id: `f${place}`, name: 'x'.repeat(1_000) }));
  const { reader } = aLibrary(...many);
  const { viewId } = await reader.open(connectionA, aFileQuery());
  const rowIds = await reader.selected(connectionA, { kind: 'list', viewId, except: [] });
  const records = await reader.records(rowIds ?? new Uint32Array(), { ...all, mostCharacters: 1_000 });
  expect(records.length).toBeLessThan(200);
});
