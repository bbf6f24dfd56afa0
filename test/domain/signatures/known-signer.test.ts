import fc from 'fast-check';
import { checksumAddress, type Hex } from 'viem';
import { expect, test } from 'vitest';
import { readAddress, readSigner, signerAddress } from '../../../src/domain/signatures/known-signer.ts';

const ADDRESS = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826';

test('an address gets the capitals another library gives it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
      const lower: Hex = `0x${Buffer.from(bytes).toString('hex')}`;
      const right = checksumAddress(lower);
      expect(readAddress(lower)).toEqual({ ok: true, value: right });
      expect(readAddress(`0x${lower.slice(2).toUpperCase()}`)).toEqual({ ok: true, value: right });
      expect(readAddress(` ${right}\n`)).toEqual({ ok: true, value: right });
      expect(signerAddress.safeParse(right).success).toBe(true);
      expect(signerAddress.safeParse(lower).success).toBe(lower === right);
    }),
  );
});

test.each([
  [ADDRESS.replace('CD2a', 'cD2a'), 'checksum'],
  [ADDRESS.replace('826', '827'), 'checksum'],
  [ADDRESS.slice(0, -1), 'notAnAddress'],
  [ADDRESS.slice(2), 'notAnAddress'],
  [`${ADDRESS}0`, 'notAnAddress'],
  ['studio.eth', 'notAnAddress'],
  ['', 'notAnAddress'],
] as const)('%s is refused: %s', (text, problem) => {
  expect(readAddress(text)).toEqual({ ok: false, failure: problem });
});

test('a signer has a label that is more than blanks, and not longer than 100 characters', () => {
  expect(readSigner({ address: ADDRESS.toLowerCase(), label: ' Studio ' })).toEqual({
    ok: true,
    value: { address: ADDRESS, label: 'Studio' },
  });
  expect(readSigner({ address: ADDRESS, label: '  ' })).toEqual({ ok: false, failure: 'noLabel' });
  expect(readSigner({ address: ADDRESS, label: 'x'.repeat(101) })).toEqual({ ok: false, failure: 'longLabel' });
});
