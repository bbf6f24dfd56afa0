import SQLite from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Sink } from '../../electron/export/job.ts';
import { fileSink } from '../../electron/export/text-output.ts';
import { exportFormat } from '../../src/domain/exports/library-export.ts';
import { fileId } from '../../src/domain/core/ids.ts';
import { aFile, aFileQuery, connectionB } from '../support/builders.ts';
import { noPause } from '../support/database.ts';
import { aCopy, type Held } from './exporting.ts';

const some = (count: number, name = (at: number) => `file-${at}.png`): readonly Held[] =>
  Array.from({ length: count }, (_, at) => ({ record: aFile({ id: `id-${at}`, name: name(at) }), changes: [] }));
const idsIn = (path: string): readonly string[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);
const formats = exportFormat.options;

test.each(formats)('%s is a new file of the person’s own, and nothing else is left', async (format) => {
  const copy = aCopy(...some(3));
  const outcome = await copy.run({ format });
  const path = join(copy.downloadsDirectory, `pinfold-Work-2026-11-21-1402.${format}`);
  const { size, mode } = statSync(path);
  expect(outcome).toEqual({ kind: 'done', path, files: 3, sizeBytes: size });
  expect([mode & 0o777, copy.left()]).toEqual([0o600, [basename(path)]]);
});

test('the files are those of the selection, in the order of the view or as they were named', async () => {
  const copy = aCopy(...some(5));
  const key = (at: number) => ({ network: 'public' as const, id: fileId.parse(`id-${at}`) });
  const descending = aFileQuery({ sort: { column: 'name', descending: true } });
  const view = await copy.path({ selection: { kind: 'view', query: descending, except: [key(3)] } });
  const keys = await copy.path({ selection: { kind: 'keys', keys: [key(2), key(9), key(0), key(2)] } });
  const searched = aFileQuery({ search: 'file-4' });
  const found = await copy.path({ selection: { kind: 'view', query: searched, except: [] } });
  expect([view, keys, found].map(idsIn)).toEqual([['id-4', 'id-2', 'id-1', 'id-0'], ['id-2', 'id-0'], ['id-4']]);
});

test('a connection without a copy gives a table without lines', async () => {
  const copy = aCopy(...some(1));
  const connection = { id: connectionB, name: '', service: 'https://service.test' };
  const path = await copy.path({ connection, format: 'csv' });
  expect([basename(path), readFileSync(path, 'utf8')]).toEqual([
    'pinfold-2026-11-21-1402.csv',
    '\ufeffnetwork,id,cid,name,size_bytes,mime_type,group_id,created_at,state\r\n',
  ]);
});

test('what changes while it is written is not in it: the export is of one moment', async () => {
  const copy = aCopy(...some(600));
  const progress = ({ done }: { readonly done: number }): void => {
    if (done === 200) copy.put([...some(600, () => 'later'), { record: aFile({ id: 'late' }), changes: [] }]);
  };
  const outcome = await copy.run({}, { progress });
  const path = outcome.kind === 'done' ? outcome.path : '';
  expect(idsIn(path)).toHaveLength(600);
  expect(readFileSync(path, 'utf8')).not.toContain('later');
});

describe('cancelled', () => {
  test.each(formats)('%s leaves nothing', async (format) => {
    const copy = aCopy(...some(600));
    const cancelling = new AbortController();
    const progress = ({ done }: { readonly done: number }): void => {
      if (done === 400) expect(copy.left()).toHaveLength(2); // the partial file, and its note
      if (done === 400) cancelling.abort();
    };
    expect(await copy.run({ format }, { signal: cancelling.signal, progress })).toEqual({ kind: 'cancelled' });
    expect(copy.left()).toEqual([]);
  });

  test.each(formats)('%s leaves nothing when everything was written but the end', async (format) => {
    const copy = aCopy(...some(10));
    const cancelling = new AbortController();
    const progress = ({ done }: { readonly done: number }): void => void (done === 10 && cancelling.abort());
    expect(await copy.run({ format }, { signal: cancelling.signal, progress })).toEqual({ kind: 'cancelled' });
    expect(copy.left()).toEqual([]);
  });

  test('it may be while the keys are gathered', async () => {
    const copy = aCopy(...some(10));
    const cancelling = new AbortController();
    const yieldToEventLoop = async (): Promise<void> => cancelling.abort();
    expect(await copy.run({ format: 'csv' }, { signal: cancelling.signal, yieldToEventLoop })).toEqual({
      kind: 'cancelled',
    });
    expect(copy.left()).toEqual([]);
  });
});

describe('a disk that does not take it', () => {
  const failing =
    (code: string) =>
    async (path: string): Promise<Sink> => {
      const sink = await fileSink(path);
      let writes = 0;
      const write = async (words: string): Promise<void> => {
        writes += 1;
        if (writes === 2) throw Object.assign(new Error(`${code}: no`), { code });
        await sink.write(words);
      };
      return { write, close: sink.close };
    };

  test.each([
    ['ENOSPC', 'diskFull'],
    ['EDQUOT', 'diskFull'],
    ['EIO', 'diskError'],
    ['EROFS', 'readOnly'],
  ])('says so (%s), and nothing is left', async (code, trouble) => {
    const copy = aCopy(...some(600));
    const outcome = await copy.run({}, { openSink: failing(code) });
    expect(outcome).toEqual({ kind: 'failed', trouble, detail: `${code}: no` });
    expect(copy.left()).toEqual([]);
  });

  test.skipIf(process.platform === 'win32').each(formats)(
    '%s beyond the largest file allowed fails',
    async (format) => {
      const copy = aCopy(...some(2_000, (at) => `${at}-${'long '.repeat(100)}`));
      const child = fileURLToPath(new URL('./export-in-child.ts', import.meta.url));
      const limited = ['-c', 'ulimit -f 400; exec "$0" "$1" "$2"', process.execPath, child];
      const shell = spawn('sh', [...limited, JSON.stringify(copy.job({ format }))], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [said] = await Promise.all([text(shell.stdout), once(shell, 'exit')]);
      expect(JSON.parse(said)).toMatchObject({
        kind: 'failed',
        trouble: format === 'sqlite' ? 'diskError' : 'diskFull',
      });
      expect(copy.left()).toEqual([]);
    },
  );

  test('a bug is no failure of the disk, and leaves nothing either', async () => {
    const copy = aCopy(...some(3));
    const broken = new Error('a bug');
    const openSink = async (): Promise<Sink> => ({ write: () => Promise.reject(broken), close: noPause });
    await expect(copy.run({}, { openSink })).rejects.toBe(broken);
    expect(copy.left()).toEqual([]);
  });
});

test('more metadata keys than columns fail before a file is made, and only as CSV', async () => {
  const pairs = Array.from({ length: 16_001 }, (_, at) => [`key-${at}`, 'v'] as [string, string]);
  const copy = aCopy({ record: aFile({ keyvalues: pairs }), changes: [] });
  expect(await copy.run({ format: 'csv' })).toMatchObject({ kind: 'failed', trouble: 'tooManyKeys' });
  expect(copy.left()).toEqual([]);
  const db = new SQLite(await copy.path({ format: 'sqlite' }), { readonly: true });
  expect(db.prepare('SELECT count(*) FROM metadata').pluck().get()).toBe(16_001);
  db.close();
});
