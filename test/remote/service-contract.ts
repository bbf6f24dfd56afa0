import { describe, expect, test } from 'vitest';
import type { Service } from '../../electron/remote/service.ts';
import { fakeFile, fakeId, FakeService, fileJson, type FakeMode } from '../support/fake-service.ts';

const never = new AbortController().signal;
const aborted = AbortSignal.abort();
const signature = `0x${'ab'.repeat(65)}`;
const key = (number: number, revoked = false) => ({
  id: `k${number}`,
  name: `key ${number}`,
  key: 'ff',
  revoked,
  uses: number,
});

/** The promises of a service that outbox and mirror rely on. The fake and the HTTP client both keep them. */
export function serviceContract(what: string, serving: (fake: FakeService) => Promise<Service> | Service): void {
  const start = async (mode: FakeMode = 'merge'): Promise<{ fake: FakeService; service: Service }> => {
    const fake = new FakeService(mode);
    return { fake, service: await serving(fake) };
  };

  describe(`${what}: files`, () => {
    test('an update answers with the whole record, raw and read', async () => {
      const { fake, service } = await start();
      fake.put(
        fakeFile(1, {
          keyvalues: new Map<string, unknown>([
            ['n', 5],
            ['a', 'x'],
          ]),
        }),
      );
      const answer = await service.updateFile(
        'public',
        fakeId(1),
        '{"name":"new","keyvalues":{"a":null,"b":"y"}}',
        never,
      );
      const json = { ...fileJson(fakeFile(1)), name: 'new', keyvalues: { n: 5, b: 'y' } };
      expect(answer).toEqual({
        ok: true,
        value: {
          record: {
            network: 'public',
            id: fakeId(1),
            name: 'new',
            cid: 'bafy1',
            sizeBytes: 1,
            numberOfFiles: 1,
            mimeType: 'text/plain',
            groupId: null,
            keyvalues: [
              ['n', '5'],
              ['b', 'y'],
            ],
            createdAt: '2024-08-27T14:57:01.485934Z',
          },
          raw: JSON.stringify(json),
          keyvalues: new Map<string, unknown>([
            ['n', 5],
            ['b', 'y'],
          ]),
        },
      });
    });

    test('an empty update changes nothing and reads like the read extension', async () => {
      const { fake, service } = await start('replace');
      fake.put(fakeFile(1, { keyvalues: new Map([['__proto__', 'x']]) }));
      const echoed = await service.updateFile('public', fakeId(1), '{}', never);
      expect(echoed).toEqual(await service.readFile('public', fakeId(1), never));
      expect(fake.file('public', fakeId(1))).toEqual(fakeFile(1, { keyvalues: new Map([['__proto__', 'x']]) }));
    });

    test.each<[FakeMode, [string, string][]]>([
      ['merge', [['b', '2']]],
      [
        'mergeWithoutRemoval',
        [
          ['a', '1'],
          ['b', '2'],
        ],
      ],
      ['replace', [['b', '2']]],
    ])('a null under %s', async (mode, pairs) => {
      const { fake, service } = await start(mode);
      fake.put(fakeFile(1, { keyvalues: new Map([['a', '1']]) }));
      const answer = await service.updateFile('public', fakeId(1), '{"keyvalues":{"a":null,"b":"2"}}', never);
      expect(answer.ok && answer.value.record.keyvalues).toEqual(pairs);
    });

    test('a file that is not there is a 404, and so is one on the other network', async () => {
      const { fake, service } = await start();
      fake.put(fakeFile(1));
      const gone = { ok: false, failure: { kind: 'answered', status: 404 } };
      expect(await service.readFile('public', fakeId(2), never)).toMatchObject(gone);
      expect(await service.updateFile('private', fakeId(1), '{}', never)).toMatchObject(gone);
    });

    test('pages follow each other to the end', async () => {
      const { fake, service } = await start();
      fake.put(fakeFile(1), fakeFile(2), fakeFile(3), fakeFile(4, { network: 'private' }));
      const first = await service.listFiles('public', null, 2, never);
      if (!first.ok) throw new Error(first.failure.kind);
      const last = await service.listFiles('public', first.value.nextPageToken, 2, never);
      if (!last.ok) throw new Error(last.failure.kind);
      expect([...first.value.items, ...last.value.items].map(({ record }) => record.name)).toEqual([
        'file 1',
        'file 2',
        'file 3',
      ]);
      expect([first.value.rows, last.value.rows, last.value.setAside, last.value.nextPageToken]).toEqual([
        2,
        1,
        0,
        null,
      ]);
    });

    test('rows whose text is known are counted and not read', async () => {
      const { fake, service } = await start();
      fake.put(fakeFile(1), fakeFile(2), fakeFile(3));
      const whole = await service.listFiles('public', null, 10, never);
      if (!whole.ok) throw new Error(whole.failure.kind);
      const [, second] = whole.value.items;
      const offered: string[] = [];
      const left = await service.listFiles('public', null, 10, never, 'anyOrder', (rows) => {
        offered.push(...rows.map(({ record }) => `${record.network}/${record.id}`));
        return rows.filter(({ raw }) => raw !== second?.raw);
      });
      expect(offered).toEqual([1, 2, 3].map((number) => `public/${fakeId(number)}`));
      expect(left).toMatchObject({ ok: true, value: { rows: 3, setAside: 0, nextPageToken: null } });
      expect(left.ok && left.value.items).toEqual(whole.value.items.filter((item) => item !== second));
    });

    test('a row without an id is set aside and counted', async () => {
      const { fake, service } = await start();
      fake.put(fakeFile(1), fakeFile(2, { rest: { id: 17 } }));
      const answer = await service.listFiles('public', null, 10, never);
      expect(answer).toMatchObject({
        ok: true,
        value: { rows: 2, setAside: 1, items: [{ record: { id: fakeId(1) } }] },
      });
    });

    test('a service without the extensions says 404', async () => {
      const { fake, service } = await start();
      Object.assign(fake, { hasListing: false, hasReadById: false });
      fake.put(fakeFile(1));
      const absent = { ok: false, failure: { kind: 'answered', status: 404 } };
      expect(await service.listFiles('public', null, 1, never)).toMatchObject(absent);
      expect(await service.readFile('public', fakeId(1), never)).toMatchObject(absent);
    });
  });

  describe(`${what}: keys and signatures`, () => {
    test('keys are paged by offset, and can be only the revoked ones', async () => {
      const { fake, service } = await start();
      fake.keysPerPage = 2;
      fake.keys = [key(1), key(2, true), key(3)];
      const namesAt = async (offset: number, revoked: true | null): Promise<unknown> => {
        const answer = await service.listKeys(offset, revoked, never);
        return answer.ok && [answer.value.items.map((item) => item.key.id), answer.value.count];
      };
      expect(await namesAt(0, null)).toEqual([['k1', 'k2'], 3]);
      expect(await namesAt(2, null)).toEqual([['k3'], 3]);
      expect(await namesAt(4, null)).toEqual([[], 3]);
      expect(await namesAt(0, true)).toEqual([['k2'], 1]);
    });

    test('a signed CID has its signature, another has none', async () => {
      const { fake, service } = await start();
      fake.signatures.set('bafy1', signature);
      expect(await service.signature('public', 'bafy1', never)).toEqual({ ok: true, value: { signature } });
      expect(await service.signature('public', 'bafy2', never)).toEqual({ ok: true, value: { signature: null } });
    });
  });

  test(`${what}: a request aborted before it starts is not sent`, async () => {
    const { fake, service } = await start();
    fake.put(fakeFile(1));
    const answer = await service.updateFile('public', fakeId(1), '{"name":"x"}', aborted);
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'notSent' } });
    expect(fake.file('public', fakeId(1))?.name).toBe('file 1');
  });
}
