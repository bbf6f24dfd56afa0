import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { csvCell, csvLine } from '../core/csv.ts';
import { fail, ok, type Result } from '../core/result.ts';

/** An Ethereum address with the capitals of EIP-55, so that equal addresses are equal texts. */
export const signerAddress = z
  .string()
  .refine((text) => readsAsItself(text))
  .brand('SignerAddress');
export type SignerAddress = z.infer<typeof signerAddress>;

/** The longest label of a known signer, in UTF-16 code units. */
export const LONGEST_SIGNER_LABEL = 100;

/** The label of a known signer, which is never empty. */
export const signerLabel = z.string().trim().min(1).max(LONGEST_SIGNER_LABEL);

/** A known signer: an address and the label a person gave it. */
export const knownSigner = z.object({ address: signerAddress, label: signerLabel, addedAtMs: z.number() });
export type KnownSigner = Readonly<z.infer<typeof knownSigner>>;

/** Most known signers of a profile. */
export const MOST_KNOWN_SIGNERS = 1_000;

/** Why a text is no address; `checksum`: its capitals are wrong. */
export type AddressProblem = 'notAnAddress' | 'checksum';

/** Reads a pasted address. In mixed case its capitals are a checksum (EIP-55); an address in one case has none. */
export function readAddress(text: string): Result<SignerAddress, AddressProblem> {
  const bare = text.trim();
  if (!/^0x[0-9a-f]{40}$/i.test(bare)) return fail('notAnAddress');
  const digits = bare.slice(2);
  const right = checksummed(digits.toLowerCase());
  const isOfOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOfOneCase || right === bare ? ok(signerAddress.parse(right)) : fail('checksum');
}

/** The address with the capitals of EIP-55. @param digits 40 lower-case hexadecimal digits */
export function checksummed(digits: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const letters = [...digits].map((digit, at) => ((hash[at] ?? '0') >= '8' ? digit.toUpperCase() : digit));
  return `0x${letters.join('')}`;
}

function readsAsItself(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text) && checksummed(text.slice(2).toLowerCase()) === text;
}

/** Why a typed or listed signer cannot be stored. */
export type SignerTextProblem = AddressProblem | 'noLabel' | 'longLabel' | 'tooMany';

/** A signer as typed, or as a line of a list. */
export type WantedSigner = { readonly address: string; readonly label: string };

/** Reads one typed or listed signer. */
export function readSigner({
  address,
  label,
}: WantedSigner): Result<Omit<KnownSigner, 'addedAtMs'>, SignerTextProblem> {
  const read = readAddress(address);
  if (!read.ok) return read;
  const named = signerLabel.safeParse(label);
  if (!named.success) return fail(label.trim() === '' ? 'noLabel' : 'longLabel');
  return ok({ address: read.value, label: named.data });
}

/** Known signers as the text of a file, which the import of signers reads again. */
export function signerList(signers: readonly KnownSigner[], format: 'csv' | 'json'): string {
  const bare = signers.map(({ address, label }) => ({ address, label }));
  if (format === 'json') return JSON.stringify(bare, null, 2);
  return [['address', 'label'], ...bare.map(({ address, label }) => [csvCell(address), csvCell(label)])]
    .map(csvLine)
    .join('');
}
