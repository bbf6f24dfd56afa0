import { readFileSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { csvFormat, jsonLinesFormat, type TextFormat } from '../../electron/export/text-output.ts';
import { changesOfLine, fromCsv, fromJson } from '../../electron/sync/bulk/table-format.ts';
import { columnKeys, unguarded } from '../../src/domain/core/csv.ts';
import { fileId } from '../../src/domain/core/ids.ts';
import { type FieldChange, fileState, projectedRecord } from '../../src/domain/edits/edit.ts';
import { type ExportedFile, MOST_KEY_COLUMNS } from '../../src/domain/exports/library-export.ts';
import type { FileRecord } from '../../src/domain/files/file.ts';
import { anyRecord, anyText, RUNS } from '../domain/arbitraries.ts';
import { aChange, aFile, connectionA } from '../support/builders.ts';
import { closedAfterwards } from '../support/database.ts';
import { aCopy, type Held } from './exporting.ts';

vi.setConfig({ testTimeout: 120_000 });

/** As many copies on a disk as can be made in seconds. */
const FEW_RUNS = { numRuns: 40 } as const;

const withIds = (records: readonly FileRecord[]): readonly FileRecord[] =>
  records.map((record, at) => ({
    ...record,
    network: at % 2 === 0 ? 'public' : 'private',
    id: fileId.parse(`id-${at}`),
  }));
const anyRecords = fc.array(anyRecord, { minLength: 1, maxLength: 4 }).map(withIds);
const anyFiles: fc.Arbitrary<readonly ExportedFile[]> = anyRecords.map((records) =>
  records.map((record) => ({ ...record, state: 'onServer' })),
);
/** An edit holds whole characters only. */
const anyEdit: fc.Arbitrary<FieldChange> = fc
  .tuple(
    fc.constantFrom('name' as const, 'key:a' as const, 'key:__proto__' as const, 'key:new' as const),
    fc.option(anyText.map((text) => text.toWellFormed())),
    fc.constantFrom('queued' as const, 'held' as const, 'conflicted' as const),
  )
  .map(([field, mine, status]) => aChange({ field, mine, status }));
const anyHeld: fc.Arbitrary<readonly Held[]> = anyRecords.chain((records) =>
  fc.tuple(...records.map((record) => fc.array(anyEdit, { maxLength: 1 }).map((changes) => ({ record, changes })))),
);

const shown = ({ record, changes }: Held): ExportedFile => ({
  ...projectedRecord(record, changes),
  state: fileState(changes),
});

/** A file on a disk is UTF-8. */
const saved = (text: string): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
const written = ({ head, lineOf }: TextFormat, files: readonly ExportedFile[]): string =>
  saved(head + files.map(lineOf).join(''));
const asCsv = (files: readonly ExportedFile[]): string =>
  written(csvFormat(columnKeys(files.flatMap((file) => file.keyvalues.map(([key]) => key)))), files);

test.each([
  ['CSV', asCsv, fromCsv],
  ['JSON Lines', (files: readonly ExportedFile[]) => written(jsonLinesFormat, files), fromJson],
] as const)('%s that is brought back as a table changes nothing, whatever the files hold', (_, write, read) => {
  fc.assert(
    fc.property(anyFiles, (files) => {
      const lines = read(write(files));
      expect(lines.map(({ key }) => key)).toEqual(files.map(({ network, id }) => ({ network, id })));
      lines.forEach((line, at) => expect([changesOfLine(files[at]!, line), line.surplus]).toEqual([[], 0]));
    }),
    RUNS,
  );
});

test('a CSV export with as many metadata keys as it may have is one that the import reads', () => {
  const keyvalues = Array.from({ length: MOST_KEY_COLUMNS }, (_, at) => [`key ${at}`, `${at}`] as [string, string]);
  const [line] = fromCsv(asCsv([{ ...aFile({ keyvalues }), state: 'onServer' }]));
  expect([line?.values.size, line?.values.get(`key:key ${MOST_KEY_COLUMNS - 1}`)]).toEqual([
    MOST_KEY_COLUMNS + 1,
    `${MOST_KEY_COLUMNS - 1}`,
  ]);
});

test('no cell of a CSV export begins with a sign that makes a spreadsheet run it', () => {
  const signs = fc.constantFrom(...'=+-@\t\r\n\0＝＋－＠');
  fc.assert(
    fc.property(anyFiles, signs, (files, sign) => {
      const marked = files.map((file) => ({
        ...file,
        ...{ cid: sign + file.cid, name: `${sign}n`, mimeType: `${sign}m`, groupId: `${sign}g`, createdAt: `${sign}c` },
        keyvalues: [...file.keyvalues, [`${sign}k`, `${sign}v`] as const].map(
          ([key, value]) => [key, value] as [string, string],
        ),
      }));
      const rows: string[][] = parse(asCsv(marked), { bom: true });
      for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n\0＝＋－＠]/);
    }),
    RUNS,
  );
});

const sorted = (files: readonly ExportedFile[]): readonly ExportedFile[] =>
  files.toSorted((a, b) => (a.id < b.id ? -1 : 1));
const whole = (text: string | null): string | null => text?.toWellFormed() ?? null;
/** What can be text in a file that is UTF-8, or in SQLite. */
const pairsAsText = (file: ExportedFile) =>
  file.keyvalues.flatMap(([key, value]) => (key.isWellFormed() ? [[key, value.toWellFormed()] as const] : []));

test('JSON Lines hold every file as it is shown, half characters and all', async () => {
  await fc.assert(
    fc.asyncProperty(anyHeld, async (held) => {
      const text = readFileSync(await aCopy(...held).path({ format: 'jsonl' }), 'utf8');
      const read = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: string; keyvalues: object });
      const expected = held.map(shown).map(({ keyvalues, ...file }) => ({
        network: file.network,
        id: file.id,
        cid: file.cid,
        name: file.name,
        size_bytes: file.sizeBytes,
        number_of_files: file.numberOfFiles,
        mime_type: file.mimeType,
        group_id: file.groupId,
        created_at: file.createdAt,
        state: file.state,
        keyvalues: new Map(keyvalues),
      }));
      const found = read.map(({ keyvalues, ...file }) => ({ ...file, keyvalues: new Map(Object.entries(keyvalues)) }));
      expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(expected);
    }),
    FEW_RUNS,
  );
});

test('CSV holds every file as it is shown, under the names of its columns', async () => {
  await fc.assert(
    fc.asyncProperty(anyHeld, async (held) => {
      const text = readFileSync(await aCopy(...held).path({ format: 'csv' }), 'utf8');
      expect(text.startsWith('\ufeff')).toBe(true);
      const [header, ...rows]: string[][] = parse(text, { bom: true });
      const all = held.map(shown);
      const keys = [...new Set(all.flatMap((file) => pairsAsText(file).map(([key]) => key)))].toSorted();
      expect(header!.map(unguarded)).toEqual([
        ...['network', 'id', 'cid', 'name', 'size_bytes', 'mime_type', 'group_id', 'created_at', 'state'],
        ...keys.map((key) => `key:${key}`),
      ]);
      const cells = sorted(all).map((file) => {
        const values = new Map(pairsAsText(file));
        return [
          ...[file.network, file.id, whole(file.cid), whole(file.name), String(file.sizeBytes)],
          ...[file.mimeType, file.groupId, file.createdAt, file.state, ...keys.map((key) => values.get(key) ?? null)],
        ];
      });
      const found = rows.map((row) => row.map((cell) => (cell === '' ? null : unguarded(cell))));
      expect(found.toSorted((a, b) => (a[1]! < b[1]! ? -1 : 1))).toEqual(cells);
    }),
    FEW_RUNS,
  );
});

test('a database holds every file as it is shown, in the order of the view, and says what it is', async () => {
  await fc.assert(
    fc.asyncProperty(anyHeld, async (held) => {
      const db = new SQLite(await aCopy(...held).path({ format: 'sqlite' }), { readonly: true });
      const files = db.prepare('SELECT * FROM files ORDER BY id').all() as Record<string, unknown>[];
      const all = sorted(held.map(shown));
      expect(files.map(({ number: _, ...file }) => file)).toEqual(
        all.map((file) => ({
          ...{ network: file.network, id: file.id, cid: whole(file.cid), name: whole(file.name) },
          ...{ size_bytes: file.sizeBytes, number_of_files: file.numberOfFiles, mime_type: file.mimeType },
          ...{ group_id: file.groupId, created_at: file.createdAt, state: file.state },
        })),
      );
      const pairs = db.prepare('SELECT id, key, value FROM metadata JOIN files ON file = number').raw().all();
      const expected = all.flatMap((file) => pairsAsText(file).map((pair) => [file.id, ...pair]));
      expect(new Set(pairs.map((row) => JSON.stringify(row)))).toEqual(
        new Set(expected.map((row) => JSON.stringify(row))),
      );
      db.close();
    }),
    FEW_RUNS,
  );
});

test('a database can be asked by somebody who knows nothing of this app', async () => {
  const held = ['c', 'a', 'b'].map((name, at) => ({
    record: aFile({ id: `id-${at}`, name, keyvalues: [['env', name === 'b' ? 'test' : 'prod']] }),
    changes: [],
  }));
  const db = closedAfterwards(new SQLite(await aCopy(...held).path({ format: 'sqlite' }), { readonly: true }));
  expect(db.prepare('SELECT number, name FROM files ORDER BY number').raw().all()).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ]);
  const example = "SELECT name FROM files JOIN metadata ON file = number WHERE key = 'env' AND value = 'prod'";
  expect(db.prepare(example).pluck().all().toSorted()).toEqual(['a', 'c']);
  const about = new Map(db.prepare<[], [string, string]>('SELECT key, value FROM about').raw().all());
  expect([...about.keys()].toSorted()).toEqual([
    'column files.state',
    'connection',
    'exported_at',
    'files',
    'selection',
    'service',
    'table files',
    'table metadata',
    'what',
  ]);
  expect(about.get('table metadata')).toContain(example);
  expect([about.get('connection'), about.get('files')]).toEqual(['Work', '3']);
  const named = db.prepare("SELECT name FROM sqlite_schema WHERE sql IS NOT NULL AND type = 'index' ORDER BY name");
  expect(named.pluck().all()).toEqual(['files_by_cid', 'files_by_id', 'metadata_by_key']);
  expect([db.pragma('integrity_check', { simple: true }), db.pragma('journal_mode', { simple: true })]).toEqual([
    'ok',
    'delete',
  ]);
  expect(JSON.stringify([...about])).not.toContain(connectionA);
});

test('keys that SQLite keeps as the same text are still two in JSON Lines, also beside an edit', async () => {
  const record = aFile({
    keyvalues: [
      ['\ufffd', '3'],
      ['\ud800', '1'],
      ['\udfff', '2'],

      ['a', '\ud800'],
    ],
  });
  const copy = aCopy({ record, changes: [aChange({ field: 'name', mine: 'dawn' })] });
  const [line] = readFileSync(await copy.path(), 'utf8').split('\n');
  const { name, keyvalues } = JSON.parse(line!) as { name: string; keyvalues: object };
  expect([name, keyvalues]).toEqual(['dawn', Object.fromEntries(record.keyvalues)]);
  const csv = readFileSync(await copy.path({ format: 'csv' }), 'utf8');
  expect(csv.split('\r\n')[0]).toMatch(/,state,key:a,key:\ufffd$/);
});
