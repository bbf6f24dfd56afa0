import { csvCell, csvLine } from './core/csv.ts';
import type { KnownSigner } from './signatures/known-signer.ts';

/** Known signers as a list that can be brought back, here or elsewhere. */
export function signerList(signers: readonly KnownSigner[], format: 'csv' | 'json'): string {
  const bare = signers.map(({ address, label }) => ({ address, label }));
  if (format === 'json') return JSON.stringify(bare, null, 2);
  return [['address', 'label'], ...bare.map(({ address, label }) => [csvCell(address), csvCell(label)])]
    .map(csvLine)
    .join('');
}
