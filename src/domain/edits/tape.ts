import { z } from 'zod';

/** What became of a file in a send, the most urgent first. */
export const tickOutcomes = [
  'needsYou',
  'refused',
  'gone',
  'sending',
  'waiting',
  'held',
  'combined',
  'onServer',
  'discarded',
] as const;
export type TickOutcome = (typeof tickOutcomes)[number];

/** One letter for each outcome: a tape of 10,000 files is asked for several times a second. */
export const tickLetters = {
  needsYou: 'n',
  refused: 'r',
  gone: 'g',
  sending: 's',
  waiting: 'w',
  held: 'h',
  combined: 'c',
  onServer: 'o',
  discarded: 'd',
} as const satisfies Record<TickOutcome, string>;

/** One letter for each file, in the order sent. */
export const tape = z.string().regex(/^[nrgswhcod]*$/);

const outcomeOf = new Map<string, TickOutcome>(tickOutcomes.map((outcome) => [tickLetters[outcome], outcome]));

/** The files of each outcome; outcomes without a file are left out. */
export function countTicks(of: string): ReadonlyMap<TickOutcome, number> {
  const counts = new Map<TickOutcome, number>();
  for (const letter of of) {
    const outcome = outcomeOf.get(letter);
    if (outcome !== undefined) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return counts;
}

export type TapeSize = { readonly widthPx: number; readonly rowPx: number; readonly mostRows: number };

/** A tape to draw: one path for each outcome. `filesPerTick` is 1 unless the files need more room than there is. */
export type DrawnTape = {
  readonly paths: readonly { readonly outcome: TickOutcome; readonly d: string }[];
  readonly heightPx: number;
  readonly filesPerTick: number;
};

/** A tick and the gap after it: narrower ones run into each other. */
const LEAST_PITCH_PX = 2;
const MOST_PITCH_PX = 5;
const ROW_GAP_PX = 4;

/** Draws a tape into a width: in one row where that has room, else in several, else with several files to a tick. */
export function drawTape(of: string, { widthPx, rowPx, mostRows }: TapeSize): DrawnTape {
  const perRowAtMost = Math.max(1, Math.floor(widthPx / LEAST_PITCH_PX));
  const rows = Math.max(1, Math.min(mostRows, Math.ceil(of.length / perRowAtMost)));
  const filesPerTick = Math.max(1, Math.ceil(of.length / (rows * perRowAtMost)));
  const ticks = binned(of, filesPerTick);
  const perRow = Math.max(1, Math.ceil(ticks.length / rows));
  const pitchPx = Math.min(MOST_PITCH_PX, widthPx / perRow);
  const paths = new Map<TickOutcome, string[]>();
  ticks.forEach((outcome, place) => {
    const xPx = Math.round((place % perRow) * pitchPx * 10) / 10;
    const yPx = Math.floor(place / perRow) * (rowPx + ROW_GAP_PX);
    const inkPx = Math.max(1, Math.round((pitchPx - 1) * 10) / 10);
    const drawn = paths.get(outcome) ?? [];
    drawn.push(...tickShape(outcome, { xPx, yPx, inkPx, rowPx }));
    paths.set(outcome, drawn);
  });
  return {
    paths: [...paths].map(([outcome, parts]) => ({ outcome, d: parts.join('') })),
    heightPx: rows * rowPx + (rows - 1) * ROW_GAP_PX,
    filesPerTick,
  };
}

/** A tape for a place with no room for more ticks. `filesPerTick`: 1 unless several files stand in one. */
export type ShortTape = { readonly tape: string; readonly filesPerTick: number };

/** @param most ticks that the tape may have */
export function shortTape(of: string, most: number): ShortTape {
  const filesPerTick = Math.max(1, Math.ceil(of.length / most));
  if (filesPerTick === 1) return { tape: of, filesPerTick };
  const ticks = binned(of, filesPerTick).map((outcome) => tickLetters[outcome]);
  return { tape: ticks.join(''), filesPerTick };
}

/** The outcome of each tick; of several files the most urgent one. */
function binned(of: string, filesPerTick: number): readonly TickOutcome[] {
  const ticks: TickOutcome[] = [];
  for (let from = 0; from < of.length; from += filesPerTick) {
    const some = of.slice(from, from + filesPerTick);
    ticks.push(tickOutcomes.find((outcome) => some.includes(tickLetters[outcome])) ?? 'waiting');
  }
  return ticks;
}

/** Where the parts of a tick begin and how high they are, in shares of the row: each outcome has a shape of its own. */
const SHAPES: Readonly<Record<TickOutcome, readonly (readonly [number, number])[]>> = {
  needsYou: [
    [0, 0.4],
    [0.6, 0.4],
  ],
  refused: [[0, 0.4]],
  gone: [
    [0, 0.2],
    [0.8, 0.2],
  ],
  sending: [
    [0.3, 0.16],
    [0.56, 0.16],
    [0.82, 0.16],
  ],
  waiting: [[0.3, 0.7]],
  held: [[0.8, 0.2]],
  combined: [[0, 1]],
  onServer: [[0.3, 0.7]],
  discarded: [[0.9, 0.1]],
};

type Place = { readonly xPx: number; readonly yPx: number; readonly inkPx: number; readonly rowPx: number };

const tickShape = (outcome: TickOutcome, { xPx, yPx, inkPx, rowPx }: Place): readonly string[] =>
  SHAPES[outcome].map(([top, height]) => {
    const highPx = Math.max(1, Math.round(height * rowPx));
    return `M${xPx} ${yPx + Math.round(top * rowPx)}h${inkPx}v${highPx}h-${inkPx}z`;
  });
