import { addr, signTyped } from 'micro-eth-signer';
import { seededBytes } from './random.ts';

/** A wallet for practice only: its private key is derived from public text. */
export type Wallet = {
  readonly label: string;
  readonly address: string;
  readonly privateKey: string;
  /** Whether the address is a known signer of the account. */
  readonly isKnown: boolean;
};

const LABELS = [
  { label: 'Practice studio', isKnown: true },
  { label: 'Practice archive', isKnown: true },
  { label: 'Practice press office', isKnown: true },
  { label: 'Somebody unknown', isKnown: false },
] as const;

export const WALLET_COUNT = LABELS.length;

/** The wallets that sign the sample files. */
export const wallets: readonly Wallet[] = LABELS.map(({ label, isKnown }) => {
  const privateKey = `0x${seededBytes('practice wallet', label).subarray(0, 32).toString('hex')}`;
  return { label, isKnown, privateKey, address: addr.fromPrivateKey(privateKey) };
});

const TYPES = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
  ],
  Sign: [
    { name: 'address', type: 'address' },
    { name: 'cid', type: 'string' },
    { name: 'date', type: 'string' },
  ],
} as const;

/** The typed data (EIP-712) that a wallet signs for a CID. */
export function contentStatement(address: string, cid: string, date: string) {
  return {
    types: TYPES,
    primaryType: 'Sign',
    domain: { name: 'Sign Content', version: '1.0.0', chainId: 1n },
    message: { address, cid, date },
  } as const;
}

/**
 * The signature of a wallet over a CID, always the same (RFC 6979).
 *
 * @param date the first upload of the content, exactly as the wallet signs it
 * @returns `0x` and 130 hexadecimal digits
 */
export function signContent(wallet: Wallet, cid: string, date: string): string {
  return signTyped(contentStatement(wallet.address, cid, date), wallet.privateKey, false);
}
