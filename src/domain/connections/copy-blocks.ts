/** Files of the smallest block: the largest page that a service is asked for. */
const FILES_PER_PAGE = 1_000;
const MOST_BLOCKS = 40;

/** The progress of a copy whose end nobody knows: blocks of equally many files, and no share of a total. */
export type CopyBlocks = {
  /** Blocks that are full. */
  readonly full: number;
  readonly filesPerBlock: number;
};

/** The blocks of a copy: at most 40 are full, since a block grows with the copy, from 1,000 files on in powers of ten. */
export function copyBlocks(files: number): CopyBlocks {
  let filesPerBlock = FILES_PER_PAGE;
  while (files / filesPerBlock > MOST_BLOCKS) filesPerBlock *= 10;
  return { full: Math.floor(files / filesPerBlock), filesPerBlock };
}
