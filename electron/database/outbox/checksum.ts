import { hash } from 'node:crypto';

/** A checksum in a row shows that the row is as written, which SQLite's `integrity_check` cannot tell. */
export type Checksum = string;

/** 64 bits of SHA-256 over the JSON of `parts`, in hexadecimal: against accidents, not against enemies. */
export const checksumOf = (parts: readonly unknown[]): Checksum =>
  hash('sha256', JSON.stringify(parts), 'hex').slice(0, 16);

/** @param link the checksum of the next edit */
export const chained = (chain: Checksum, link: Checksum): Checksum => checksumOf([chain, link]);
