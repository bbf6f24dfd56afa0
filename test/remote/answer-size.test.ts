import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { KeepUnknownRows } from '../../electron/remote/service.ts';
import { fakeFile, fakeId, fileJson } from '../support/fake-service.ts';
import { answering, httpServer } from '../support/http-server.ts';
import { connected, failureOf, never, renaming } from './asking.ts';

const MOST_FILES = 100_000;
const MOST_KEYS = 100_000;
const MOST_VALUES = 2_000_000;
const tooManyRows = {
  kind: 'malformed',
  detail: 'the answer has far more rows than this app asks for',
  tooLarge: true,
};
const tooManyValues = { kind: 'malformed', detail: 'the answer has more values than this app reads', tooLarge: true };

/** A text of so many parts, small when zipped. */
const repeated = (part: string, times: number): string => Array<string>(times).fill(part).join(',');
const files = (rows: string): string => `{"data":{"files":[${rows}],"next_page_token":null}}`;
const keys = (rows: string): string => `{"keys":[${rows}],"count":1}`;
/** A text that JSON writes with characters that mean something outside texts only. */
const said = JSON.stringify('a "[{,\\');

async function zipped(body: string) {
  const { baseUrl } = await httpServer(answering(200, gzipSync(body), { 'Content-Encoding': 'gzip' }));
  return connected(baseUrl);
}

async function listedFiles(body: string, keepUnknown?: KeepUnknownRows) {
  const answer = await (await zipped(body)).listFiles('public', null, 1_000, never, 'anyOrder', keepUnknown);
  return answer.ok ? answer.value.rows : answer.failure;
}

async function listedKeys(body: string) {
  const answer = await (await zipped(body)).listKeys(0, null, never);
  return answer.ok ? answer.value.rows : answer.failure;
}

describe('a list of files', () => {
  test.each(['{}', '1', '[]', 'null'])('of far more rows than were asked for is not read: %s', async (row) => {
    expect(await listedFiles(files(repeated(row, MOST_FILES + 1)))).toMatchObject(tooManyRows);
    expect(await listedFiles(files(repeated(row, MOST_FILES)))).toBe(MOST_FILES);
  });

  test('of far more rows than were asked for offers none of them to the mirror', async () => {
    let offered = 0;
    const noting: KeepUnknownRows = (rows) => {
      offered += rows.length;
      return rows;
    };
    expect(await listedFiles(files(repeated('{"id":"a"}', MOST_FILES + 1)), noting)).toMatchObject(tooManyRows);
    expect(offered).toBe(0);
  });

  test('of a service that ignores the limit and sends a few times as many is read', async () => {
    const rows = Array.from({ length: 4_000 }, (_, at) => JSON.stringify(fileJson(fakeFile(at + 1, { name: said }))));
    expect(await listedFiles(files(rows.join(',')))).toBe(4_000);
    const { baseUrl } = await httpServer(answering(200, files(rows.join(','))));
    const asked = await connected(baseUrl).listFiles('public', null, 1, never);
    expect(asked.ok && asked.value.items.length).toBe(4_000);
  });

  test('that is not JSON is called that, however its brackets are closed', async () => {
    const broken = { kind: 'malformed', detail: 'the answer is not JSON' };
    for (const body of [`]]]${files('{}')}`, `${files('{}')}"`, files('{"id":"\\'), '"\\']) {
      expect(await listedFiles(body)).toMatchObject(broken);
    }
  });
});

describe('a list of keys', () => {
  test('of more rows than any account has is not read', async () => {
    expect(await listedKeys(keys(repeated('{}', MOST_KEYS + 1)))).toMatchObject(tooManyRows);
    expect(await listedKeys(keys(repeated('{"id":"k"}', MOST_KEYS)))).toBe(MOST_KEYS);
  });
});

describe('an answer', () => {
  test('of more values than this app reads is not parsed, wherever they stand', async () => {
    const many = repeated('1', MOST_VALUES);
    expect(await listedFiles(files(`{"id":"a","more":[${many}]}`))).toMatchObject(tooManyValues);
    expect(await listedKeys(`{"more":{"deeper":[${many}]}}`)).toMatchObject(tooManyValues);
    expect(await listedFiles(files(`{"id":"a","more":[${repeated('1', MOST_VALUES / 2)}]}`))).toBe(1);
  });

  test('about one file is measured too', async () => {
    const body = `{"data":{"id":"${fakeId(1)}","more":[${repeated('', MOST_VALUES)}]}}`;
    expect(failureOf(await renaming(answering(200, body)))).toMatchObject(tooManyValues);
  });

  test('has its values counted outside texts only', async () => {
    const text = JSON.stringify(`\\",${repeated('[{', MOST_VALUES)}`);
    expect(await listedFiles(files(`{"id":"a","name":${text}}`))).toBe(1);
  });
});
