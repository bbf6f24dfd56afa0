import { expect, it } from 'vitest';
import { domainSeparator, hashTypedData, keccak256, toHex, verifyTypedData, type Hex } from 'viem';
import { z } from 'zod';
import { contentStatement, signContent, wallets } from '../../electron/practice/seed/wallets.ts';
import { startedPractice } from './started-practice.ts';

const DOMAIN = { name: 'Sign Content', version: '1.0.0', chainId: 1 } as const;
const TYPES = {
  Sign: [
    { name: 'address', type: 'address' },
    { name: 'cid', type: 'string' },
    { name: 'date', type: 'string' },
  ],
} as const;
const ADDRESS = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826';
const CID = 'bafkreih5aznjvttude6c3wbvqeebb6rlx5wkbzyppv7garjiubll2ceym4';
const DATE = '2024-07-29T18:29:47.355Z';

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]{130}$/.test(value));
const signed = z.strictObject({ data: z.strictObject({ cid: z.string(), signature: hex }) });

/** Whether the signature is that of one of the addresses, checked by a library that the service does not use. */
async function isSignedBy(addresses: readonly string[], cid: string, date: string, signature: Hex): Promise<boolean> {
  const verdicts = addresses.map((address) => {
    const message = { address: toAddress(address), cid, date };
    const statement = { domain: DOMAIN, types: TYPES, primaryType: 'Sign', message } as const;
    return verifyTypedData({ ...statement, address: toAddress(address), signature });
  });
  return (await Promise.all(verdicts)).includes(true);
}

function toAddress(text: string): Hex {
  return z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)).parse(text);
}

it('agrees with the known digest, domain separator and type hash', async () => {
  const message = { address: ADDRESS, cid: CID, date: DATE } as const;
  const { domain, types, primaryType } = contentStatement(ADDRESS, CID, DATE);
  expect(domainSeparator({ domain })).toBe('0xfc22f1de4546021c086ffb4297903515c7114e1b9b8b8615c185b8f97f058dca');
  expect(keccak256(toHex('Sign(address address,string cid,string date)'))).toBe(
    '0xb0531314abab5b198983e185836b76b83369de6d757676bd4b87a53af05f504b',
  );
  expect(hashTypedData({ domain, types, primaryType, message })).toBe(
    '0x6afe6e837af9943410c86ade215d6b8a6ad062d68a5b4ce9e442b8d3d5d7c433',
  );
});

it('signs as viem verifies, and the same each time', async () => {
  const wallet = wallets[0]!;
  const signature = hex.parse(signContent(wallet, CID, DATE));
  expect(await isSignedBy([wallet.address], CID, DATE, signature)).toBe(true);
  expect(await isSignedBy([wallet.address], CID, '2024-07-29T18:29:47.356Z', signature)).toBe(false);
  expect(signContent(wallet, CID, DATE)).toBe(signature);
});

it('answers with signatures of known and unknown wallets over the date of the first upload, and 404 for the rest', async () => {
  const practice = await startedPractice({ fileCount: 200 });
  const known = practice.control.state().signers.map(({ address }) => address);
  const outcomes = new Set<string>();
  for (const { cid, created_at } of (await practice.files('?limit=60')).files) {
    const response = await practice.ask(`/files/public/signature/${cid}`);
    if (response.status === 404) outcomes.add('unsigned');
    else {
      const { data } = signed.parse(await response.json());
      expect(data.cid).toBe(cid);
      outcomes.add((await isSignedBy(known, cid, created_at, data.signature)) ? 'known' : 'unknown');
    }
  }
  expect([...outcomes].sort()).toEqual(['known', 'unknown', 'unsigned']);
});

it('signs the date in milliseconds when the settings say so', async () => {
  const practice = await startedPractice({ switches: { signatureDate: 'milliseconds' } });
  const addresses = wallets.map(({ address }) => address);
  for (const { cid, created_at } of (await practice.files('?limit=20')).files) {
    const response = await practice.ask(`/files/public/signature/${cid}`);
    if (response.status === 404) continue;
    const { data } = signed.parse(await response.json());
    expect(await isSignedBy(addresses, cid, `${created_at.slice(0, 23)}Z`, data.signature)).toBe(true);
    return;
  }
  throw new Error('No signed file among twenty');
});

it.each([
  ['nullData', { data: null }],
  ['emptyData', { data: {} }],
] as const)('answers for unsigned content with %s when the settings say so', async (unsignedAnswer, body) => {
  const practice = await startedPractice({ switches: { unsignedAnswer } });
  const response = await practice.ask(`/files/public/signature/${CID}`);
  expect([response.status, await response.json()]).toEqual([200, body]);
});

it('knows the networks public and private only', async () => {
  const practice = await startedPractice({ switches: { unsignedAnswer: 'emptyData' } });
  expect((await practice.ask(`/files/secret/signature/${CID}`)).status).toBe(404);
});
