import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../simulation/random.ts';
import { servedId } from '../support/standalone-service.ts';
import type { AppClient } from '../torture/app-client.ts';
import { type Door, sharedService } from '../workstations/service.ts';
import { RealWorkstation } from '../workstations/workstation.ts';

/** What a running program uses at one moment. */
export type Sample = {
  readonly atMs: number;
  readonly residentMegabytes: number;
  readonly handles: number;
  readonly threads: number;
  readonly logBytes: number;
  /** Bytes of the write-ahead logs of the profile. */
  readonly walBytes: number;
};

/** One whole minute without the service. None of its requests got an answer. */
export type MinuteOfOutage = {
  readonly requests: number;
  /** What a person did in it: edits that were made, and checks that were asked for. */
  readonly edits: number;
  readonly checks: number;
};

export type SoakFigures = {
  readonly samples: readonly Sample[];
  readonly edits: number;
  readonly outages: number;
  readonly minutesOfOutage: readonly MinuteOfOutage[];
  readonly windowsOpened: number;
  /** Files that the program still shows otherwise than the service holds them. */
  readonly different: number;
};

export type SoakOptions = {
  readonly minutes: number;
  readonly seed: number;
  readonly program: string;
  readonly profile: string;
  readonly cache: string;
};

const FILES = 200;
const MINUTE_MS = 60_000;
const SAMPLE_EVERY_MS = 5_000;

/**
 * Runs one program for a long time with two windows, one of which is closed and opened again and again, while somebody edits
 * and the network comes and goes. An outage lasts for two minutes of every five.
 */
export async function soak({ minutes, seed, ...place }: SoakOptions): Promise<SoakFigures> {
  const random = new Random(seed);
  const service = sharedService(FILES, random);
  const door = await service.doorFor('desk');
  const workstation = new RealWorkstation({ ...place, baseUrl: door.baseUrl, isPaced: true });
  try {
    await workstation.start();
    await pause(2_000);
    const found = await runFor(minutes * MINUTE_MS, { workstation, door, random, profile: place.profile });
    door.line = 'up';
    const different = await differences(workstation, service.state);
    return { ...found, different };
  } finally {
    await workstation.stop();
    await service.close();
  }
}

type Place = {
  readonly workstation: RealWorkstation;
  readonly door: Door;
  readonly random: Random;
  readonly profile: string;
};

async function runFor(forMs: number, place: Place): Promise<Omit<SoakFigures, 'different'>> {
  const { workstation, door, random, profile } = place;
  const beganMs = performance.now();
  const samples: Sample[] = [];
  const minutesOfOutage: MinuteOfOutage[] = [];
  let window: AppClient | null = null;
  const counts = { edits: 0, checks: 0, outages: 0, windowsOpened: 0 };
  for (let minute = 0, atMs = 0; atMs < forMs; minute += 1) {
    const isOut = minute % 5 === 2 || minute % 5 === 3;
    if (isOut && door.line === 'up') counts.outages += 1;
    door.line = isOut ? 'down' : 'up';
    const before = { requests: door.arrived, edits: counts.edits, checks: counts.checks };
    const untilMs = Math.min(forMs, (minute + 1) * MINUTE_MS);
    while ((atMs = performance.now() - beganMs) < untilMs) {
      counts.edits += await edit(workstation, random, counts.edits);
      if (random.chance(0.02)) {
        await workstation.check();
        counts.checks += 1;
      }
      if (random.chance(0.2)) {
        window?.close();
        window = await workstation.window();
        if (window !== null) counts.windowsOpened += 1;
      }
      await window?.ask('connections.list', null);
      if (atMs - (samples.at(-1)?.atMs ?? -SAMPLE_EVERY_MS) >= SAMPLE_EVERY_MS)
        samples.push({ atMs, ...usageOf(workstation.pid, profile) });
      await pause(random.between(1_000, 5_000));
    }
    if (isOut && (minute + 1) * MINUTE_MS <= forMs)
      minutesOfOutage.push({
        requests: door.arrived - before.requests,
        edits: counts.edits - before.edits,
        checks: counts.checks - before.checks,
      });
  }
  window?.close();
  return { samples, minutesOfOutage, ...counts };
}

async function edit(workstation: RealWorkstation, random: Random, number: number): Promise<number> {
  const file = servedId(random.between(0, FILES - 1));
  const shown = await workstation.shown(file);
  if (shown === null) return 0;
  const set = await workstation.edit(file, 'name', shown['name'] ?? null, `soaked ${number}`);
  return set === null ? 0 : 1;
}

/** @returns zeros for a process that is gone */
function usageOf(pid: number | null, profile: string): Omit<Sample, 'atMs'> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const number = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  const bytes = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const wals = readdirSync(profile).filter((name) => name.endsWith('-wal'));
  return {
    residentMegabytes: number('VmRSS') / 1_024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    threads: number('Threads'),
    logBytes: bytes(join(profile, 'logs', 'pinfold.log')),
    walBytes: wals.reduce((sum, name) => sum + bytes(join(profile, name)), 0),
  };
}

const LONGEST_CATCH_UP_MS = 900_000;

async function differences(
  workstation: RealWorkstation,
  state: ReturnType<typeof sharedService>['state'],
): Promise<number> {
  for (const until = performance.now() + LONGEST_CATCH_UP_MS; ;) {
    await workstation.check();
    await pause(1_000);
    let different = (await workstation.open()) ?? FILES;
    for (const [file, fields] of Object.entries(state()))
      if ((await workstation.shown(file))?.['name'] !== fields['name']) different += 1;
    if (different === 0 || performance.now() > until) return different;
  }
}
