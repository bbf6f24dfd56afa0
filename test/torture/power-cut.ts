import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openOutbox } from '../../electron/database/outbox/open-outbox.ts';
import { errorMessage } from '../../src/domain/core/thrown.ts';
import { Random } from '../simulation/random.ts';
import { Disk } from './disk.ts';
import type { Control } from './driver-words.ts';
import { heldIn, type Saved } from './held-edits.ts';
import { record, type Step } from './recording.ts';
import type { Scratch } from './scratch.ts';
import { Tally, verdict } from './verdict.ts';

export type CutFigures = {
  readonly tally: Tally;
  readonly cuts: number;
  /** Cuts after which something was wrong. */
  readonly badCuts: number;
  /** What was recorded: steps of all kinds, and answers among them. */
  readonly steps: number;
  readonly acked: number;
};

export type CutOptions = {
  readonly seed: number;
  readonly cuts: number;
  readonly control: Control;
  readonly scratch: Scratch;
};

const CUTS_PER_RECORDING = 500;
const EDITS = 60;

/** Records what the app does to its files, and opens what power cuts at any moment would have left of them. */
export async function powerCuts({ seed, cuts, control, scratch }: CutOptions): Promise<CutFigures> {
  const sum = { tally: new Tally(), cuts: 0, badCuts: 0, steps: 0, acked: 0 };
  for (let recording = 0; sum.cuts < cuts; recording += 1) {
    const ownSeed = seed * 10_007 + recording;
    const steps = await record({ seed: ownSeed, edits: EDITS, control, scratch });
    const wanted = Math.min(CUTS_PER_RECORDING, cuts - sum.cuts);
    sum.badCuts += cutAll(steps, wanted, ownSeed, { tally: sum.tally, scratch });
    sum.cuts += wanted;
    sum.steps += steps.length;
    sum.acked += steps.filter((step) => step.kind === 'said' && step.words.kind === 'acked').length;
  }
  return sum;
}

type Around = Pick<CutFigures, 'tally'> & Pick<CutOptions, 'scratch'>;

/** @returns after how many cuts something was wrong */
function cutAll(steps: readonly Step[], cuts: number, seed: number, { tally, scratch }: Around): number {
  const random = new Random(seed);
  const places = Array.from({ length: cuts }, () => random.between(1, steps.length)).toSorted((a, b) => a - b);
  const disk = new Disk();
  const acked: Saved[] = [];
  let done = 0;
  let bad = 0;
  for (const place of places) {
    for (const step of steps.slice(done, place)) {
      disk.do(step);
      if (step.kind === 'said' && step.words.kind === 'acked') acked.push(step.words);
    }
    done = place;
    const before = tally.violations;
    openAfterCut(disk.afterCut(random), acked, `seed ${seed}, cut after step ${place}`, { tally, scratch });
    if (tally.violations > before) bad += 1;
  }
  return bad;
}

function openAfterCut(
  files: ReadonlyMap<string, Buffer>,
  acked: readonly Saved[],
  where: string,
  { tally, scratch }: Around,
): void {
  const folder = scratch.folder();
  for (const [file, content] of files) writeFileSync(join(folder, file), content);
  try {
    const { db, warnings } = openOutbox(join(folder, 'outbox.db'), Date.now());
    if (warnings.length > 0) tally.fault(`${where}: warned: ${warnings[0]}`);
    tally.add(verdict(acked, heldIn(db)), folder, where);
    db.close();
  } catch (error) {
    tally.fault(`${where}: did not open, ${errorMessage(error)}`);
  }
  scratch.forget(folder);
}
