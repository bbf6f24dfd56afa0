import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openProfile } from '../../electron/database/profile/open-profile.ts';
import { driverCommand, runDriver, type DriverRun } from './driver-process.ts';
import type { Control, DriverWords } from './driver-words.ts';
import { callsIn, FAULTS, injection, nameOf, pointsOf, traced, type Fault, type FaultPoint } from './fault-points.ts';
import { heldIn, type Held } from './held-edits.ts';
import { inParallel } from './in-parallel.ts';
import type { Scratch } from './scratch.ts';
import { onOutboxFiles } from './strace.ts';
import { Tally, verdict } from './verdict.ts';

export type FaultFigures = {
  readonly tally: Tally;
  /** Faults that fired, by their kind. */
  readonly fired: Readonly<Record<Fault, number>>;
  readonly acked: number;
  /** The profile did not open, and that was said. */
  readonly refusedAtStart: number;
  /** Edits whose commit reported an error: a person was told that they were not saved. */
  readonly toldNotSaved: number;
  /** Of these, still there after a restart, found by their value and there once. */
  readonly thereAllTheSame: number;
};

export type FaultOptions = {
  readonly seed: number;
  readonly points: number;
  readonly control: Control;
  readonly jobs: number;
  readonly scratch: Scratch;
};

const EDITS = 12;

/** Lets system calls on the outbox files fail, one in each run, and looks at what is there afterwards. */
export async function faultSweep({ seed, points, control, jobs, scratch }: FaultOptions): Promise<FaultFigures> {
  const used = scratch.folder();
  await runDriver(driverCommand({ ...planned(seed), profile: used }), scratch.directory);
  const fired = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>;
  const figures = { tally: new Tally(), fired, acked: 0, refusedAtStart: 0, toldNotSaved: 0, thereAllTheSame: 0 };
  const sweep = { scratch, control, figures, used };
  let left = points;
  for (let round = 0; left > 0; round += 1) {
    // A new profile is mostly tables being made; one round in four is enough of that.
    const isFresh = round % 4 === 1;
    const calls = await countCalls(sweep, seed * 10_007 + round, isFresh);
    const some = pointsOf(calls, seed * 10_007 + round, isFresh).slice(0, Math.min(left, perRound(points)));
    await inParallel(
      jobs,
      some.map((point) => () => suffer(sweep, point)),
    );
    left -= some.length;
  }
  return figures;
}

/** Several rounds, so that the points come from several runs of the driver. */
const perRound = (points: number): number => Math.max(4, Math.ceil(points / 8));

const planned = (seed: number) => ({
  seed,
  edits: EDITS,
  control: 'none' as const,
  ackPath: null,
  diesOfFailure: false,
});

type Sweep = {
  readonly scratch: Scratch;
  readonly control: Control;
  readonly used: string;
  readonly figures: { -readonly [K in keyof FaultFigures]: FaultFigures[K] } & {
    readonly fired: Record<Fault, number>;
  };
};

async function countCalls({ scratch, used }: Sweep, seed: number, isFresh: boolean) {
  const profile = scratch.folder();
  if (!isFresh) cpSync(used, profile, { recursive: true });
  const trace = `${profile}.trace`;
  await runDriver(straced(profile, trace, seed, 'none', null), scratch.directory);
  scratch.forget(profile);
  return callsIn(trace);
}

function straced(profile: string, trace: string, seed: number, control: Control, point: FaultPoint | null) {
  const diesOfFailure = point?.fault.endsWith('ThenKill') ?? false;
  const faults = point === null ? [] : ['-e', injection(point)];
  // Much faster with the filter in the kernel, under which strace 6.1 forgets to send signals.
  const filter = point?.fault === 'kill' ? [] : ['--seccomp-bpf'];
  const watching = ['-f', ...filter, '-o', trace, '-e', traced, ...onOutboxFiles(profile)];
  return ['strace', ...watching, ...faults, ...driverCommand({ ...planned(seed), profile, control, diesOfFailure })];
}

async function suffer({ scratch, control, used, figures }: Sweep, point: FaultPoint): Promise<void> {
  const profile = scratch.folder();
  if (!point.isFresh) cpSync(used, profile, { recursive: true });
  const trace = `${profile}.trace`;
  const run = await runDriver(straced(profile, trace, point.seed, control, point), scratch.directory);
  if (run.signal === 'SIGKILL' || readFileSync(trace, 'utf8').includes('(INJECTED)')) {
    figures.fired[point.fault] += 1;
    look(figures, run, profile, point);
  }
  scratch.forget(profile);
  scratch.forget(trace);
}

function look(figures: Sweep['figures'], run: DriverRun, profile: string, point: FaultPoint): void {
  const { tally } = figures;
  const where = nameOf(point);
  const acked = run.words.filter((words) => words.kind === 'acked');
  const failed = run.words.filter((words) => words.kind === 'failed');
  const refused = run.words.find((words) => words.kind === 'refused');
  figures.acked += acked.length;
  figures.toldNotSaved += failed.length;
  if (refused) figures.refusedAtStart += 1;
  if (refused && refused.failure !== 'notWritable') tally.fault(`${where}: a sound profile was ${refused.failure}`);
  for (const one of failed) if (one.told === null) tally.fault(`${where}: ${one.code} would be told as a bug`);
  const hasEnded = run.signal === 'SIGKILL' || refused !== undefined || run.words.at(-1)?.kind === 'done';
  if (!hasEnded) tally.fault(`${where}: ended with ${run.code ?? run.signal}: ${run.complaint.slice(0, 300)}`);
  const held = reopened(profile, tally, point);
  tally.add(verdict(acked, held), profile, where);
  const thereAllTheSame = failed.filter((one) => isThere(one, held));
  figures.thereAllTheSame += thereAllTheSame.length;
  // While the disk goes on failing nobody can know; once it works again, "not saved" has to be true.
  if (isLasting(point)) return;
  for (const one of thereAllTheSame) tally.fault(`${where}: told as not saved, and there: ${one.file} ${one.value}`);
}

const isThere = ({ file, value }: Extract<DriverWords, { kind: 'failed' }>, held: readonly Held[]): boolean =>
  held.some((one) => one.file === file && one.value === value);

function reopened(profile: string, tally: Tally, point: FaultPoint): readonly Held[] {
  // On a disk that never let a mark be written, there is none, and saying so is right.
  const hasNoMark = isLasting(point) && !existsSync(join(profile, 'outbox.mark'));
  const opened = openProfile(profile, Date.now());
  if (!opened.ok) {
    tally.fault(`${nameOf(point)}: did not open again, ${JSON.stringify(opened.failure)}`);
    return [];
  }
  const { outbox, warnings, close } = opened.value;
  const untrue = warnings.filter((sentence) => !(hasNoMark && sentence.includes('was missing and was written anew')));
  if (untrue[0] !== undefined) tally.fault(`${nameOf(point)}: warned of nothing: ${untrue[0]}`);
  const held = heldIn(outbox);
  close();
  return held;
}

const isLasting = ({ fault }: FaultPoint): boolean => fault.endsWith('ForEver');
