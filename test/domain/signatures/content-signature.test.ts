import fc from 'fast-check';
import { bytesToHex } from '@noble/hashes/utils.js';
import { hashTypedData, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { checkSignature, contentDigest, signedDates } from '../../../src/domain/signatures/content-signature.ts';
import { readAddress, type SignerAddress } from '../../../src/domain/signatures/known-signer.ts';
import { isSignature } from '../../../src/domain/signatures/signature-record.ts';

const ADDRESS = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826';
const CID = 'bafkreih5aznjvttude6c3wbvqeebb6rlx5wkbzyppv7garjiubll2ceym4';
const DATE = '2024-07-29T18:29:47.355Z';
const DIGEST = '6afe6e837af9943410c86ade215d6b8a6ad062d68a5b4ce9e442b8d3d5d7c433';

const typed = (address: Hex, cid: string, date: string) =>
  ({
    domain: { name: 'Sign Content', version: '1.0.0', chainId: 1 },
    types: {
      Sign: [
        { name: 'address', type: 'address' },
        { name: 'cid', type: 'string' },
        { name: 'date', type: 'string' },
      ],
    },
    primaryType: 'Sign',
    message: { address, cid, date },
  }) as const;

const privateKey = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`;
const walletOf = (number: number) => privateKeyToAccount(privateKey(number));
const addressOf = (number: number): SignerAddress => {
  const read = readAddress(walletOf(number).address);
  if (!read.ok) throw new Error(read.failure);
  return read.value;
};
/** As a wallet signs that knows nothing of our code. */
const signed = (by: number, cid: string, date: string): Promise<Hex> =>
  walletOf(by).signTypedData(typed(walletOf(by).address, cid, date));

test('the digest is that of the known vector', () => {
  expect(bytesToHex(contentDigest(ADDRESS, CID, DATE))).toBe(DIGEST);
});

test('any digest is the one another library computes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999 }), fc.string(), fc.string({ unit: 'grapheme' }), (by, cid, date) => {
      const { address } = walletOf(by);
      expect(`0x${bytesToHex(contentDigest(address, cid, date))}`).toBe(hashTypedData(typed(address, cid, date)));
    }),
    { numRuns: 50 },
  );
});

test('a signature of another library is valid for its signer alone, over its own CID and date alone', async () => {
  const signature = await signed(1, CID, DATE);
  const check = (signers: readonly number[], cid: string, date: string) =>
    checkSignature({ cid, signature, createdAt: [date] }, signers.map(addressOf));
  expect(check([3, 1, 2], CID, DATE)).toEqual({
    kind: 'valid',
    address: walletOf(1).address,
    date: { text: DATE, spelling: 'asStored' },
  });
  expect(check([2, 3], CID, DATE)).toEqual({ kind: 'noMatch' });
  expect(check([1], `${CID.slice(0, -1)}5`, DATE)).toEqual({ kind: 'noMatch' });
  expect(check([1], CID, '2024-07-29T18:29:47.356Z')).toEqual({ kind: 'noMatch' });
  expect(check([], CID, DATE)).toEqual({ kind: 'noMatch' });
});

test.each([
  ['2024-08-27T14:57:51.485934Z', 'asStored'],
  ['2024-08-27T14:57:51.485Z', 'milliseconds'],
] as const)('a date signed as %s is found, and that it was spelled %s', async (text, spelling) => {
  const content = { cid: CID, signature: await signed(1, CID, text), createdAt: ['2024-08-27T14:57:51.485934Z'] };
  expect(checkSignature(content, [addressOf(1)])).toMatchObject({ kind: 'valid', date: { text, spelling } });
});

test('dates are tried as stored first, then cut, none twice, and what is no date only as stored', () => {
  expect(signedDates(['2024-08-27T14:57:51.485934Z', DATE, 'soon'])).toEqual([
    { text: '2024-08-27T14:57:51.485934Z', spelling: 'asStored' },
    { text: DATE, spelling: 'asStored' },
    { text: 'soon', spelling: 'asStored' },
    { text: '2024-08-27T14:57:51.485Z', spelling: 'milliseconds' },
  ]);
});

test('the sign at the end may be written either way', async () => {
  const signature = await signed(1, CID, DATE);
  const other = `${signature.slice(0, -2)}${signature.endsWith('1b') ? '00' : '01'}`;
  expect(checkSignature({ cid: CID, signature: other, createdAt: [DATE] }, [addressOf(1)]).kind).toBe('valid');
  const flipped = `${signature.slice(0, -2)}${signature.endsWith('1b') ? '1c' : '1b'}`;
  expect(checkSignature({ cid: CID, signature: flipped, createdAt: [DATE] }, [addressOf(1)]).kind).toBe('noMatch');
});

test.each([
  '',
  '0x',
  `0x${'0'.repeat(130)}`,
  `0x${'f'.repeat(128)}1b`,
  `0x${'1'.repeat(128)}1d`,
  `0x${'1'.repeat(126)}1b`,
  `${'1'.repeat(128)}1b`,
  `0x${'g'.repeat(128)}1b`,
])('%j is no signature', (signature) => {
  expect([isSignature(signature), checkSignature({ cid: CID, signature, createdAt: [DATE] }, [addressOf(1)])]).toEqual([
    false,
    { kind: 'malformed' },
  ]);
});

test('what can be a signature at all is told alike with and without the curve', () => {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const number = fc.oneof(
    fc.constantFrom(0n, 1n, order - 1n, order, order + 1n, 2n ** 256n - 1n),
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  );
  fc.assert(
    fc.property(number, number, fc.constantFrom('00', '1C', '1d', '1b00'), (r, s, end) => {
      const signature = `0x${r.toString(16).padStart(64, '0')}${s.toString(16).padStart(64, '0')}${end}`;
      const { kind } = checkSignature({ cid: CID, signature, createdAt: [] }, []);
      expect(isSignature(signature)).toBe(kind !== 'malformed');
    }),
  );
});

test('digits that no key can have signed with match nobody', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), fc.constantFrom('1b', '1c'), (bytes, end) => {
      const signature = `0x${bytesToHex(bytes)}${end}`;
      const { kind } = checkSignature({ cid: CID, signature, createdAt: [DATE] }, [addressOf(1), addressOf(2)]);
      expect(['noMatch', 'malformed']).toContain(kind);
    }),
    { numRuns: 40 },
  );
});
