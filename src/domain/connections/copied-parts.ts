import { z } from 'zod';
import { type Network, network as networks } from '../core/ids.ts';

/** A part of what a service lists, which a person may leave out of the mirror: the files of one network, or the API keys. */
export const copiedPart = z.enum([...networks.options, 'keys']);
export type CopiedPart = z.infer<typeof copiedPart>;

/** The parts that a mirror has, in any order: at least one. */
export const copiedParts = z.array(copiedPart).min(1).max(copiedPart.options.length).readonly();
export type CopiedParts = z.infer<typeof copiedParts>;

/** The choice of a person who was not asked. */
export const everyPart: CopiedParts = copiedPart.options;

type Chosen = { readonly copiedParts: CopiedParts };

/** The networks whose files are listed, in the order of `network`. */
export const copiedNetworks = (of: Chosen): readonly Network[] =>
  networks.options.filter((network) => of.copiedParts.includes(network));

/** Parts of which no list is requested. */
export const partsLeftOut = (of: Chosen): readonly CopiedPart[] =>
  everyPart.filter((part) => !of.copiedParts.includes(part));

/** Parts that a scan has to bring from their start: they were left out before. */
export const partsAdded = (before: Chosen, after: Chosen): readonly CopiedPart[] =>
  after.copiedParts.filter((part) => !before.copiedParts.includes(part));

/** The choice with one part ticked or not; null when nothing would be left to copy. */
export function withPart(parts: CopiedParts, part: CopiedPart, isCopied: boolean): CopiedParts | null {
  const chosen = everyPart.filter((one) => (one === part ? isCopied : parts.includes(one)));
  return chosen.length === 0 ? null : chosen;
}
