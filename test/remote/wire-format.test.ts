import { describe, expect, test } from 'vitest';
import { parseStrictly } from '../../electron/remote/strict-json.ts';
import { readFileAnswer, readFileList } from '../../electron/remote/wire-format.ts';
import { bodyText } from '../../src/domain/edits/update-body.ts';

const parsed = (text: string): unknown => {
  const read = parseStrictly(text);
  if (!read.ok) throw new Error(read.failure);
  return read.value;
};
const file = (members: string) => readFileAnswer(parsed(`{"data":{${members}}}`), 'public');
const bare = {
  network: 'public',
  id: 'f1',
  name: null,
  cid: 'pending',
  sizeBytes: null,
  numberOfFiles: null,
  mimeType: null,
  groupId: null,
  keyvalues: [],
  createdAt: null,
};

describe('a file record', () => {
  test.each([
    '"id":"f1"',
    '"id":"f1","name":null,"cid":null,"size":null,"number_of_files":null,"mime_type":null,"group_id":null,"keyvalues":null,"created_at":null',
    '"id":"f1","cid":"pending","size":"big","number_of_files":-1,"mime_type":7,"group_id":[],"keyvalues":[],"created_at":{}',
  ])('lives without all but its id: %s', (members) => {
    expect(file(members)?.record).toEqual(bare);
  });

  test('keeps unknown members and the exact time in its raw text', () => {
    const members = '"id":"f1","created_at":"2024-08-27T14:57:51.485934Z","vectorized":{"a":[1,{"b":null}]}';
    const read = file(members);
    expect([read?.record.createdAt, read?.raw]).toEqual(['2024-08-27T14:57:51.485934Z', `{${members}}`]);
  });

  test.each(['yesterday', '', '9999-12-31T23:59:59Z', '-000001-01-01', '2024-08-27T14:57:51', '2024-13-45'])(
    'keeps a time as it came, be it none: %j',
    (createdAt) => {
      expect(file(`"id":"f1","created_at":"${createdAt}"`)?.record.createdAt).toBe(createdAt);
    },
  );

  test('has its metadata as text to show and as JSON to send back', () => {
    const pairs = '"__proto__":"p","constructor":"c","n":5,"yes":true,"list":[1,"a"],"nothing":null,"text":"1"';
    const read = file(`"id":"f1","keyvalues":{${pairs}}`);
    expect(read?.record.keyvalues).toEqual([
      ['__proto__', 'p'],
      ['constructor', 'c'],
      ['n', '5'],
      ['yes', 'true'],
      ['list', '[1,"a"]'],
      ['nothing', 'null'],
      ['text', '1'],
    ]);
    expect(bodyText({ name: null, keyvalues: read!.keyvalues })).toBe(`{"keyvalues":{${pairs}}}`);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  test('sends numbers back that JavaScript cannot hold', () => {
    const pairs = '"big":9007199254740993,"huge":1e400,"deep":[-123456789012345678901234567890]';
    const read = file(`"id":"f1","size":9007199254740993,"keyvalues":{${pairs}}`);
    expect(read?.record.keyvalues[0]).toEqual(['big', '9007199254740993']);
    expect(read?.record.sizeBytes).toBeNull();
    expect(bodyText({ name: null, keyvalues: read!.keyvalues })).toBe(`{"keyvalues":{${pairs}}}`);
    expect(read?.raw).toContain(pairs);
  });

  test.each([
    ['0', 0],
    ['"12"', 12],
    ['"12.00"', 12],
    ['"0012"', 12],
    ['1e400', null],
    ['1.5', null],
    ['"1.5"', null],
    ['-1', null],
    ['""', null],
    ['" 12"', null],
    ['"12 "', null],
    ['"0x10"', null],
    ['"1e3"', null],
    ['[12]', null],
    ['true', null],
  ])('with the size %s has %j bytes', (size, sizeBytes) => {
    expect(file(`"id":"f1","size":${size}`)?.record.sizeBytes).toBe(sizeBytes);
  });

  test('shows half a surrogate pair as the database would keep it, and has it whole in its raw text', () => {
    const read = file('"id":"f1","name":"a\\ud800","keyvalues":{"k\\udc00":"1","k\\ufffd":"2"}');
    expect([read?.record.name, read?.record.keyvalues]).toEqual(['a\ufffd', [['k\ufffd', '2']]]);
    expect(read?.raw).toContain('"a\\ud800"');
    expect([...read!.keyvalues.keys()]).toEqual(['k\udc00', 'k\ufffd']);
  });

  test.each([
    '"name":"x"',
    '"id":7',
    '"id":""',
    '"id":".."',
    '"id":"a/b"',
    '"id":"f1","name":7',
    '"id":"f1","keyvalues":"x"',
    '"id":"f1","keyvalues":[1]',
  ])('is none with %s', (members) => {
    expect(file(members)).toBeNull();
  });
});

describe('a list of files', () => {
  test('sets bad rows aside and counts them', () => {
    const page = readFileList(
      { data: { files: [{ id: 'f1' }, null, 7, { id: '..' }, [], { id: 'f2' }], next_page_token: 't' } },
      'private',
    );
    expect(page?.items.map(({ record }) => `${record.network}/${record.id}`)).toEqual(['private/f1', 'private/f2']);
    expect([page?.rows, page?.setAside, page?.nextPageToken]).toEqual([6, 4, 't']);
    expect(page?.setAsideReason).toBe('file: Invalid input: expected object, received null');
  });

  test.each([undefined, null, ''])('ends where the next page token is %j', (next_page_token) => {
    expect(readFileList({ data: { files: null, next_page_token } }, 'public')).toEqual({
      items: [],
      setAside: 0,
      setAsideReason: null,
      rows: 0,
      nextPageToken: null,
    });
  });

  test.each([null, {}, { data: null }, { data: {} }, { data: [] }, { files: [] }, { data: { files: {} } }])(
    'is not %j',
    (json) => {
      expect(readFileList(json, 'public')).toBeNull();
    },
  );
});
