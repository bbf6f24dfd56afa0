import { describe, expect, test } from 'vitest';
import { parseStrictly } from '../../electron/remote/strict-json.ts';
import { readFileAnswer, readFileList, readKeyList } from '../../electron/remote/wire-format.ts';
import { bodyText } from '../../src/domain/edits/update-body.ts';
import { permissionGroupsOf } from '../../src/domain/keys/scopes.ts';

const parsed = (text: string): unknown => {
  const read = parseStrictly(text);
  if (!read.ok) throw new Error(read.failure);
  return read.value;
};
const file = (members: string) => readFileAnswer(parsed(`{"data":{${members}}}`), 'public');
const key = (members: string) => readKeyList(parsed(`{"keys":[{"id":"k1",${members}}],"count":1}`))?.items[0];
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

describe('a list of keys', () => {
  const row = {
    id: 'k1',
    name: 'upload',
    key: 'ab12',
    max_uses: 3,
    uses: '2',
    user_id: 'u1',
    scopes: { endpoints: { pinning: { pinByHash: true } }, resources: ['org:files:read'], admin: false, secret: true },
    revoked: false,
    createdAt: '2024-01-01T00:00:00.000Z',
    updatedAt: '2024-01-02T00:00:00.000Z',
    more: { note: 1 },
  };

  test('has each key read and raw', () => {
    expect(readKeyList({ keys: [row], count: '12' })).toEqual({
      items: [
        {
          key: {
            id: 'k1',
            name: 'upload',
            key: 'ab12',
            maxUses: 3,
            uses: 2,
            userId: 'u1',
            revoked: false,
            scopesJson: JSON.stringify(row.scopes),
            createdAt: row.createdAt,
            updatedAt: row.updatedAt,
          },
          raw: JSON.stringify(row),
        },
      ],
      setAside: 0,
      setAsideReason: null,
      rows: 1,
      count: 12,
    });
  });

  test.each([
    '"secret":"s3cr3t"',
    '"SECRET":"s3cr3t"',
    '"more":{"pinata_api_secret":"s3cr3t"}',
    '"JWT":"s3cr3t"',
    '"scopes":{"secret":"s3cr3t"}',
    '"hidden":"s3cr3t0123456789abcdef0123456789"',
    '"more":{"key":"s3cr3t0123456789abcdef0123456789"}',
    '"parts":["eyJhbGciOiJIUzI1NiJ9.s3cr3t.signature"]',
    '"scopes":{"of":"s3cr3t0123456789abcdef0123456789"}',
  ])('drops the secret in %s', (members) => {
    expect(JSON.stringify(key(members))).not.toContain('s3cr3t');
  });

  test.each([
    '"scopes":"s3cr3t0123456789abcdef0123456789"',
    '"scopes":["org:files:read","s3cr3t0123456789abcdef0123456789"]',
    '"scopes":{"resources":["s3cr3t0123456789abcdef0123456789"]}',
  ])('keeps the place of a scope of that form, so that its key is none that may do nothing: %s', (members) => {
    const scopesJson = key(members)?.key.scopesJson ?? '';
    expect(scopesJson).not.toContain('s3cr3t');
    expect(permissionGroupsOf(scopesJson)).toContain('other');
  });

  test.each([
    '"key":"0123456789abcdef01234567"',
    '"user_id":"0123456789abcdef01234567"',
    '"more":{"big":100000000000000000000}',
    '"more":{"secret":false}',
    '"more":"a sentence of more than 20 letters"',
  ])('keeps %s, which is no secret', (members) => {
    expect(key(members)?.raw).toBe(`{"id":"k1",${members}}`);
  });

  test.each(['"max_uses":null', '"max_uses":"x"', '"more":1'])('without a limit to read has none: %s', (members) => {
    expect(key(members)?.key.maxUses).toBeNull();
  });

  test.each([
    ['"max_uses":0', 0],
    ['"max_uses":-1', -1],
    ['"max_uses":"25"', 25],
  ])('keeps %s as received', (members, maxUses) => {
    expect(key(members)?.key.maxUses).toBe(maxUses);
  });

  test('lives without all but its id', () => {
    expect(key('"more":1')).toEqual({
      key: {
        id: 'k1',
        name: null,
        key: null,
        maxUses: null,
        uses: null,
        userId: null,
        revoked: false,
        scopesJson: '{}',
        createdAt: null,
        updatedAt: null,
      },
      raw: '{"id":"k1","more":1}',
    });
  });

  test('sets rows aside whose revocation cannot be read', () => {
    expect(readKeyList({ keys: [{ id: 'k1', revoked: 'no' }], count: null })).toEqual({
      items: [],
      setAside: 1,
      setAsideReason: 'API key: revoked: Invalid input: expected boolean, received string',
      rows: 1,
      count: null,
    });
  });

  test.each([null, [], {}, { data: { keys: [] } }, { keys: {} }])('is not %j', (json) => {
    expect(readKeyList(json)).toBeNull();
  });
});
