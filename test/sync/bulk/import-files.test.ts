import { describe, expect, test } from 'vitest';
import { MOST_IDS, parseIdList } from '../../../electron/sync/bulk/id-list.ts';
import { importFiles } from '../../../electron/sync/bulk/import-files.ts';
import { textAfterImport } from '../../../src/domain/files/id-list.ts';
import { lastFailureOf } from '../../../src/domain/service/remote-failure.ts';
import { linesHere } from '../../support/lines-here.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { UnfitTextError } from '../../../electron/sync/bulk/unfit-text.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing, noAnswer, wrongRecord } from '../push/failures.ts';

const [one, two, three] = [fakeId(1), fakeId(2), fakeId(3)];

const read = (text: string) => parseIdList(text).map(({ line, id, network }) => [line, id, network]);

describe('a list of ids', () => {
  test.each([
    ['by line', `${one}\n${two}`],
    ['by line, with Windows line ends and a byte order mark', `\uFEFF${one}\r\n${two}\r\n`],
    ['in quotes with commas after them', `"${one}",\n'${two}',\n`],
    ['as a JSON list of texts', JSON.stringify([one, two])],
    ['as a JSON list of records', JSON.stringify([{ id: one, name: 'a' }, { id: two }])],
    ['as JSON of the service’s own shape', JSON.stringify({ files: [{ id: one }, { id: two }] })],
  ])('%s', (_how, text) => {
    expect(read(text)).toEqual([
      [1, one, null],
      [2, two, null],
    ]);
  });

  test('as CSV with a header takes the columns by name', () => {
    expect(read(`name,Network,ID\n"a, b",private,${one}\nc,PUBLIC,${two}\nd,nowhere,${three}`)).toEqual([
      [2, one, 'private'],
      [3, two, 'public'],
      [4, three, null],
    ]);
  });

  test('keeps what is no id as it was written, with its line', () => {
    expect(parseIdList(`${one}\n../secret\nhello world`)).toMatchObject([
      { line: 1, id: one },
      { line: 2, text: '../secret', id: null },
      { line: 3, text: 'hello world', id: null },
    ]);
  });

  test('counts empty lines, so that a line number leads to its line', () => {
    expect(read(`${one}\n\n\n${two}`)).toEqual([
      [1, one, null],
      [4, two, null],
    ]);
  });

  test.each([
    ['a quote that is never closed', `"${one}\n${two}`],
    ['cut JSON', `["${one}", "`],
    ['nothing', ''],
    ['blanks', ' \n \n'],
    ['JSON of something else', '{"a":1}'],
  ])('that is %s is read as far as it goes', (_what, text) => {
    expect(() => parseIdList(text)).not.toThrow();
  });
});

describe('a hostile list of ids', () => {
  test('of more lines than there may be is refused', () => {
    expect(parseIdList('x\n'.repeat(MOST_IDS))).toHaveLength(MOST_IDS);
    expect(() => parseIdList('x\n'.repeat(MOST_IDS + 1))).toThrow('tooManyLines');
    expect(() => parseIdList(`{"id":"a"}\n`.repeat(MOST_IDS + 1))).toThrow('tooManyLines');
    expect(() => parseIdList(JSON.stringify(Array.from({ length: MOST_IDS + 1 }, () => one)))).toThrow(UnfitTextError);
  });

  test('loses nothing below as many rows of empty cells as there may be lines', () => {
    expect(read(`${one},\n${',\n'.repeat(MOST_IDS + 2)}${two},`)).toEqual([
      [1, one, null],
      [MOST_IDS + 4, two, null],
    ]);
  });

  test.each([
    ['letters', 'x'],
    ['quotes', '"'],
    ['commas', ','],
    ['brackets', '['],
  ])('of one line of 5 MB of %s is no id, and told by its beginning', (_what, character) => {
    const lines = parseIdList(`${one}\n${character.repeat(5_000_000)}x`);
    expect(lines.filter(({ id }) => id !== null)).toHaveLength(1);
    expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThan(1_100);
  });
});

const stopped = { kind: 'stopped' };

describe('importing', () => {
  function world(): SyncWorld {
    const made = new SyncWorld();
    made.fake.hasListing = false;
    made.fake.put(fakeFile(1), fakeFile(2, { network: 'private' }), fakeFile(3));
    return made;
  }

  const imported = (made: SyncWorld, text: string, { signal } = new AbortController()) =>
    importFiles(made.ports, linesHere(parseIdList(text)), 'public', signal);

  test('brings files into the copy and says of each line how it went', async () => {
    const made = world();
    const text = `network,id\npublic,${one}\nprivate,${two}\n,${three}\n,not an id\npublic,${two}`;
    expect(await imported(made, text)).toEqual({
      added: 3,
      lines: [
        { line: 2, text: one, network: 'public', reason: null },
        { line: 3, text: two, network: 'private', reason: null },
        { line: 4, text: three, network: null, reason: null },
        { line: 5, text: 'not an id', network: null, reason: { kind: 'notAnId' } },
        { line: 6, text: two, network: 'public', reason: { kind: 'notFound' } },
      ],
    });
    expect([made.shown(1), made.tables.files.get(made.of(two, 'private')), made.shown(3)]).not.toContain(null);
    expect(made.jobs).toContainEqual({ kind: 'import', done: 5, total: 5 });
    expect(made.jobs.at(-1)).toBeNull();
  });

  test('that a full disk ends is no work under way any more', async () => {
    const made = world();
    const full = new Error('SQLITE_FULL');
    made.fake.faultOf = ({ input }) => {
      if (input[1] !== three) return null;
      throw full;
    };
    await expect(imported(made, `${one}\n${three}`)).rejects.toBe(full);
    expect(made.jobs).toEqual([{ kind: 'import', done: 1, total: 2 }, null]);
  });

  test('stops asking when the service stops answering, and says so for the rest', async () => {
    const made = world();
    const reason = { kind: 'notAsked', failure: lastFailureOf(noAnswer) };
    made.fake.faultOf = ({ input }) => (input[1] === two ? failing(noAnswer) : null);
    expect(await imported(made, `${one}\n${two}\n${three}`)).toEqual({
      added: 1,
      lines: [
        { line: 1, text: one, network: null, reason: null },
        { line: 2, text: two, network: null, reason },
        { line: 3, text: three, network: null, reason },
      ],
    });
    expect(made.fake.calls).toHaveLength(2);
  });

  test('that ends early leaves each line in the form on the network that it named', async () => {
    const made = world();
    made.fake.put(fakeFile(4, { network: 'private' }));
    const list = `network,id\nprivate,${two}\nprivate,${fakeId(4)}\n`;
    made.fake.faultOf = ({ input }) => (input[1] === two ? null : failing(noAnswer));
    const { lines } = await imported(made, list);
    const left = textAfterImport(
      list,
      list,
      lines.filter(({ reason }) => reason !== null),
    );
    made.fake.faultOf = () => null;
    expect(await imported(made, left)).toMatchObject({ added: 1, lines: [{ network: 'private', reason: null }] });
  });

  test.each([
    ['a refusal', answered(400)],
    ['a conflict', answered(409)],
    ['an answer about another file', wrongRecord],
  ])('%s of one id is told of that line alone', async (_what, failure) => {
    const made = world();
    made.fake.faultOf = ({ input }) => (input[1] === one ? failing(failure) : null);
    const { lines } = await imported(made, `${one}\n${three}`);
    expect(lines).toEqual([
      { line: 1, text: one, network: null, reason: { kind: 'failed', failure: lastFailureOf(failure) } },
      { line: 2, text: three, network: null, reason: null },
    ]);
  });

  test('stops when it is asked to, keeps what it brought, and hands the other lines back', async () => {
    const made = world();
    const stopping = new AbortController();
    made.fake.faultOf = ({ input }) => {
      if (input[1] !== two) return null;
      stopping.abort();
      return failing({ kind: 'noAnswer', detail: 'given up before an answer came' });
    };
    expect(await imported(made, `private,${one}\n${one}\n${two}\n${three}`, stopping)).toMatchObject({
      added: 1,
      lines: [{ line: 1 }, { reason: null }, { reason: stopped }, { line: 4, text: three, reason: stopped }],
    });
  });

  test('asks for nothing once it was stopped, and tells of no progress that there is not', async () => {
    const made = world();
    const given = new AbortController();
    given.abort();
    expect(await imported(made, `${one}\nnot an id\n${three}`, given)).toMatchObject({
      added: 0,
      lines: [{ reason: stopped }, { reason: stopped }, { reason: stopped }],
    });
    expect([made.fake.calls, made.jobs]).toEqual([[], [{ kind: 'import', done: 3, total: 3 }, null]]);
  });

  test('tells how far it is after each file that it asked for', async () => {
    const made = world();
    await imported(made, `${one}\nnot an id\n${three}`);
    expect(made.jobs).toEqual([...[1, 3, 3].map((done) => ({ kind: 'import', done, total: 3 })), null]);
  });

  test('asks for a file once however many lines name it, counts it once, and tells each line how it went', async () => {
    const made = world();
    const missing = fakeId(9);
    const text = `network,id\npublic,${one}\n,${one}\nprivate,${two}\n,${missing}\n,${one}\n,${missing}`;
    const { added, lines } = await imported(made, text);
    expect([added, lines.map(({ reason }) => reason?.kind ?? null)]).toEqual([
      2,
      [null, null, null, 'notFound', null, 'notFound'],
    ]);
    const read = made.fake.calls.filter(({ name }) => name === 'readFile');
    expect(read.map(({ input }) => input[1])).toEqual([one, two, missing]);
  });

  test('says of a file in the copy that it is there, even on a line after the last one that was asked for', async () => {
    const made = world();
    const notAsked = { kind: 'notAsked', failure: lastFailureOf(noAnswer) };
    made.fake.faultOf = ({ input }) => (input[1] === two ? failing(noAnswer) : null);
    const { added, lines } = await imported(made, `${one}\n${two}\n${one}\n${two}`);
    expect([added, lines.map(({ reason }) => reason)]).toEqual([1, [null, notAsked, null, notAsked]]);
  });

  test('looks on the network that is open where a line names none', async () => {
    const made = world();
    const lines = linesHere(parseIdList(`${one}\n${two}`));
    const { signal } = new AbortController();
    expect(await importFiles(made.ports, lines, 'private', signal)).toMatchObject({
      lines: [{ reason: { kind: 'notFound' } }, { reason: null }],
    });
  });

  test('keeps what waits for a file in sight', async () => {
    const made = world();
    await imported(made, one);
    made.edit(1, { name: 'mine' });
    made.fake.change('public', one, { keyvalues: new Map([['theirs', 'new']]) });
    await imported(made, one);
    expect(made.shown(1)).toEqual({ name: 'mine', keyvalues: { theirs: 'new' } });
  });
});
