import { digestKeyOf } from '../../domain/signatures/cid.ts';

/** Paths of the bars of a seal, in two inks. */
export type SealPaths = { readonly ink: string; readonly accent: string };

type Drawing = {
  /** Bars of the seal, counted from the end of the digest. */
  readonly from: number;
  readonly to: number;
  readonly barPx: number;
  readonly gapPx: number;
  readonly heightPx: number;
};

/** Bars have one of six heights, of which the lowest is still seen. */
const STEPS = 6;

/** The digest alone decides the drawing: the same content has the same seal in every spelling of its CID. */
export function sealPaths(cid: string, { from, to, barPx, gapPx, heightPx }: Drawing): SealPaths {
  const text = digestKeyOf(cid) ?? cid;
  const paths = { ink: '', accent: '' };
  for (let bar = from; bar < to; bar += 1) {
    const code = text.charCodeAt(text.length - 2 - bar) || 0;
    const tallPx = (heightPx * (1 + ((code * 7) % STEPS))) / (STEPS + 1);
    const leftPx = (bar - from) * (barPx + gapPx);
    paths[code % 3 === 0 ? 'accent' : 'ink'] += `M${leftPx} ${heightPx - tallPx}h${barPx}v${tallPx}h-${barPx}z`;
  }
  return paths;
}
