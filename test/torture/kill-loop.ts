import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../simulation/random.ts';
import { driverCommand, runDriver, type DriverRun } from './driver-process.ts';
import type { Control } from './driver-words.ts';
import type { Held, Saved } from './held-edits.ts';
import { inParallel } from './in-parallel.ts';
import type { Scratch } from './scratch.ts';
import { Tally, verdict } from './verdict.ts';

export type KillFigures = {
  readonly tally: Tally;
  readonly kills: number;
  /** Of these, before the profile was open. */
  readonly whileStarting: number;
  readonly acked: number;
  /** In the queue though nobody had been told: the kill came between the commit and the answer. */
  readonly unannounced: number;
};

export type KillOptions = {
  readonly seed: number;
  readonly kills: number;
  readonly control: Control;
  readonly jobs: number;
  readonly scratch: Scratch;
};

const KILLS_PER_PROFILE = 25;

/** Kills a process that saves edits, over and over on the same profile, and looks after each restart. */
export async function killLoop(options: KillOptions): Promise<KillFigures> {
  const tally = new Tally();
  const profiles = Math.ceil(options.kills / KILLS_PER_PROFILE);
  const runs = Array.from({ length: profiles }, (_, profile) => {
    const kills = Math.min(KILLS_PER_PROFILE, options.kills - profile * KILLS_PER_PROFILE);
    return () => killsOnOneProfile({ ...options, seed: options.seed * 10_007 + profile, kills }, tally);
  });
  const done = await inParallel(options.jobs, runs);
  const sum = (of: 'whileStarting' | 'acked' | 'unannounced'): number => done.reduce((all, one) => all + one[of], 0);
  return {
    tally,
    kills: options.kills,
    whileStarting: sum('whileStarting'),
    acked: sum('acked'),
    unannounced: sum('unannounced'),
  };
}

async function killsOnOneProfile({ seed, kills, control, scratch }: KillOptions, tally: Tally) {
  const random = new Random(seed);
  const profile = scratch.folder();
  const acked: Saved[] = [];
  let whileStarting = 0;
  let unannounced = 0;
  let usualStartMs = 300;
  for (let turn = 0; turn <= kills; turn += 1) {
    const where = `seed ${seed}, start ${turn + 1}`;
    const plan = {
      profile,
      seed: random.between(1, 2 ** 31),
      edits: 300,
      control,
      diesOfFailure: false,
      ackPath: null,
    };
    const began = performance.now();
    // The last start looks at what the last kill left, and ends by itself.
    const run = await (turn === kills
      ? runDriver(driverCommand({ ...plan, edits: 0 }), scratch.directory)
      : killedRun(driverCommand(plan), scratch.directory, random, usualStartMs));
    const found = look(run, acked, tally, where, profile);
    if (found === null) whileStarting += 1;
    else {
      usualStartMs = Math.min(usualStartMs * 1.5, performance.now() - began);
      unannounced = unannouncedIn(found, acked);
    }
    acked.push(...run.words.filter((words) => words.kind === 'acked'));
  }
  scratch.forget(profile);
  return { whileStarting, acked: acked.length, unannounced };
}

/** Either somewhere in the start, or some moments after some answer. */
async function killedRun(command: readonly string[], cache: string, random: Random, usualStartMs: number) {
  const inStart = random.chance(0.25);
  const afterMs = inStart ? random.next() * usualStartMs : random.next() * random.pick([0, 1, 5, 20]);
  let answersLeft = random.pick([1, 1, 2, 5, 30]);
  let isDoomed = false;
  return await runDriver(
    command,
    cache,
    (chunk, child) => {
      answersLeft -= chunk.split('"kind":"acked"').length - 1;
      if (inStart || isDoomed || answersLeft > 0) return;
      isDoomed = true;
      if (afterMs === 0) child.kill('SIGKILL');
      else void pause(afterMs).then(() => child.kill('SIGKILL'));
    },
    (child) => {
      if (inStart) void pause(afterMs).then(() => child.kill('SIGKILL'));
    },
  );
}

/** @returns what the queue held at this start; null when the kill came before it was open */
function look(
  run: DriverRun,
  acked: readonly Saved[],
  tally: Tally,
  where: string,
  profile: string,
): readonly Held[] | null {
  if (run.signal === null && run.code !== 0) tally.fault(`${where}: ended with ${run.code}: ${run.complaint}`);
  for (const words of run.words) {
    if (words.kind === 'refused') tally.fault(`${where}: did not open, ${words.failure}`);
    if (words.kind === 'failed') tally.fault(`${where}: not saved, ${words.code}`);
    if (words.kind !== 'opened') continue;
    if (words.warnings.length > 0) tally.fault(`${where}: warned of nothing: ${words.warnings[0]}`);
    tally.add(verdict(acked, words.held), profile, where);
    return words.held;
  }
  return null;
}

function unannouncedIn(held: readonly Held[], acked: readonly Saved[]): number {
  const known = new Set(acked.map(({ set }) => set));
  return held.filter(({ set }) => !known.has(set)).length;
}
