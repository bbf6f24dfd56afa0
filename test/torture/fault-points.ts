import { readFileSync } from 'node:fs';
import { Random } from '../simulation/random.ts';

/** The system calls by which SQLite and the mark reach the disk. */
const CALLS = ['pwrite64', 'fsync', 'write', 'rename', 'ftruncate'] as const;
type Call = (typeof CALLS)[number];

/**
 * `…ForEver` lets every later call fail as well: a disk that is full, or gone. `…ThenKill` kills the process as soon as
 * an edit could not be saved: nothing that is done later hides what the failed commit has left.
 */
export const FAULTS = [
  'kill',
  'EIO',
  'ENOSPC',
  'EIOForEver',
  'ENOSPCForEver',
  'EIOThenKill',
  'ENOSPCThenKill',
] as const;
export type Fault = (typeof FAULTS)[number];

/** One thing to go wrong at one call. */
export type FaultPoint = {
  readonly call: Call;
  readonly fault: Fault;
  /** Which of these calls, from 1. */
  readonly at: number;
  /** Of the edits that the driver makes. */
  readonly seed: number;
  /** Whether the profile has been used before. */
  readonly isFresh: boolean;
};

export const traced = `trace=${CALLS.join(',')}`;

export function injection({ call, fault, at }: FaultPoint): string {
  if (fault === 'kill') return `inject=${call}:signal=KILL:when=${at}`;
  const isLasting = fault.endsWith('ForEver');
  return `inject=${call}:error=${fault.replace(/ForEver|ThenKill/, '')}:when=${at}${isLasting ? '+' : ''}`;
}

export const nameOf = ({ call, fault, at, seed, isFresh }: FaultPoint): string =>
  `${fault} at ${call} ${at}, seed ${seed}${isFresh ? ', fresh profile' : ''}`;

/** How often each call was made in a run, by its trace. */
export function callsIn(tracePath: string): ReadonlyMap<Call, number> {
  const trace = readFileSync(tracePath, 'utf8');
  return new Map(CALLS.map((call) => [call, trace.split(`${call}(`).length - 1]));
}

/** Every point of one sweep, shuffled. */
export function pointsOf(calls: ReadonlyMap<Call, number>, seed: number, isFresh: boolean): readonly FaultPoint[] {
  const points = FAULTS.flatMap((fault) =>
    [...calls].flatMap(([call, count]) =>
      isPossible(call, fault)
        ? Array.from({ length: count }, (_, before) => ({ call, fault, at: before + 1, seed, isFresh }))
        : [],
    ),
  );
  return shuffled(points, new Random(seed));
}

/** Making a file shorter needs no room. */
const isPossible = (call: Call, fault: Fault): boolean => !(call === 'ftruncate' && fault.startsWith('ENOSPC'));

function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
