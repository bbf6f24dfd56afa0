import fc from 'fast-check';
import { base32 } from 'multiformats/bases/base32';
import { CID } from 'multiformats/cid';
import * as digests from 'multiformats/hashes/digest';
import { expect, test } from 'vitest';
import { digestKeyOf, hasCid, pastedCid, readCid, spellingsOf } from '../../../src/domain/signatures/cid.ts';

const V1 = 'bafkreih5aznjvttude6c3wbvqeebb6rlx5wkbzyppv7garjiubll2ceym4';

test('a CID of version 1 is taken apart', () => {
  expect(readCid(V1)).toEqual({
    version: 1,
    base: 'base32',
    codec: { code: 0x55, name: 'raw' },
    hash: { code: 0x12, name: 'sha2-256' },
    digestBytes: 32,
    digest: 'fd065a9ace74193c2dd835810810fa2bbf6ca0e70f7d7e604528a056bd089867',
    asVersion1: V1,
    asVersion0: null,
  });
});

test('a CID of version 0 is the same as its version 1, and its seal that of the same bytes kept raw', () => {
  const version0 = 'QmfNMUbFN7oBiTt2qs8aLS8PZh52DLc5wAV8B6DZVsqtzr';
  const parts = readCid(version0);
  expect(parts).toMatchObject({ version: 0, base: 'base58btc', codec: { name: 'dag-pb' }, asVersion0: version0 });
  expect(parts?.asVersion1).toMatch(/^bafybei/);
  expect(digestKeyOf(version0)).toBe(digestKeyOf(V1));
  expect(digestKeyOf(parts!.asVersion1)).toBe(digestKeyOf(V1));
});

test.each(['', 'pending', 'bafkreiaurora', 'Qm', V1.slice(0, -1), `b${'a'.repeat(600)}`, '🚀🚀', '../../etc'])(
  '%s is no CID and has one spelling',
  (text) => {
    expect([readCid(text), digestKeyOf(text), spellingsOf(text)]).toEqual([null, null, [text]]);
  },
);

test('a CID in capitals is a spelling like the others', () => {
  expect(readCid(V1.toUpperCase())).toMatchObject({ base: 'base32upper', asVersion1: V1 });
});

test('what is pending or left out is no CID', () => {
  expect(['pending', '', V1].map(hasCid)).toEqual([false, false, true]);
});

test('a code that is not a common one keeps its number', () => {
  const odd = CID.createV1(0xb000, digests.create(0xb201, new Uint8Array(3))).toString();
  expect(readCid(odd)).toMatchObject({ codec: { code: 0xb000, name: null }, hash: { code: 0xb201, name: null } });
});

test.each([
  [` ${V1}\n`, V1],
  [`ipfs://${V1}/picture.png`, V1],
  [`ipfs://ipfs/${V1}`, V1],
  [`IPFS://${V1}`, V1],
  [`https://gateway.example/ipfs/${V1}?download=true`, V1],
  [`https://${V1}.ipfs.dweb.link/a/b`, V1],
  [`https://${V1}.ipfs.dweb.link/ipfs/notes.txt`, V1],
  [`https://gateway.ipfs.example/ipfs/${V1}`, V1],
  ['pending', 'pending'],
])('of %j the CID is taken', (text, cid) => {
  expect(pastedCid(text)).toBe(cid);
});

const someDigest = fc.uint8Array({ minLength: 32, maxLength: 32 });
const someCodec = fc.constantFrom(0x55, 0x70, 0x71, 0x0129, 0x51);

test('every spelling of a CID leads to all of them, and to one seal', () => {
  fc.assert(
    fc.property(someDigest, someCodec, (bytes, codec) => {
      const cid = CID.createV1(codec, digests.create(0x12, bytes)).toString(base32);
      const all = new Set(spellingsOf(cid));
      expect(all.size).toBe(codec === 0x70 ? 6 : 5);
      for (const spelling of all) {
        expect(new Set(spellingsOf(spelling))).toEqual(all);
        expect(readCid(spelling)?.asVersion1).toBe(cid);
        expect(digestKeyOf(spelling)).toBe(digestKeyOf(cid));
      }
    }),
  );
});

test('seals differ where digests do, also digests of other hashes', () => {
  fc.assert(
    fc.property(someDigest, someDigest, fc.constantFrom(0x12, 0x16), fc.constantFrom(0x12, 0x1e), (a, b, one, two) => {
      const key = (bytes: Uint8Array, hash: number) =>
        digestKeyOf(CID.createV1(0x55, digests.create(hash, bytes)).toString());
      const isSame = one === two && a.every((byte, at) => byte === b[at]);
      expect(key(a, one) === key(b, two)).toBe(isSame);
    }),
  );
});
