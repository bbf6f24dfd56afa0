import { setTimeout as pause } from 'node:timers/promises';
import { servedId } from '../support/standalone-service.ts';
import { Random } from '../simulation/random.ts';
import type { Fields, History } from './checker/history.ts';
import { Person, type Habits } from './person.ts';
import { type Door, sharedService } from './service.ts';
import type { Workstation } from './workstation.ts';

export type Campaign = Habits & {
  readonly seed: number;
  readonly workstations: number;
  readonly files: number;
  /** How long all of them may take to agree once everybody is back. */
  readonly patienceMs: number;
  readonly open: (station: string, door: Door) => Workstation;
};

/** Lets several people work at once on one service, brings all of them back, and tells what happened. */
export async function playCampaign(campaign: Campaign): Promise<History> {
  const random = new Random(campaign.seed);
  const service = sharedService(campaign.files, new Random(random.between(1, 2 ** 30)));
  const first = service.state();
  const files = Array.from({ length: campaign.files }, (_, number) => servedId(number));
  const names = Array.from({ length: campaign.workstations }, (_, number) => `desk${number + 1}`);
  const desks = await Promise.all(
    names.map(async (name) => {
      const door = await service.doorFor(name);
      const workstation = campaign.open(name, door);
      return {
        name,
        door,
        workstation,
        service,
        files,
        habits: campaign,
        random: new Random(random.between(1, 2 ** 30)),
      };
    }),
  );
  const all = desks.map((desk) => ({ ...desk, person: new Person(desk) }));
  try {
    await Promise.all(all.map(({ workstation }) => workstation.start()));
    await untilAllAgree(all, service.state, files, campaign.patienceMs);
    await Promise.all(all.map(({ person }) => person.work()));
    const mirrors = await untilAllAgree(all, service.state, files, campaign.patienceMs);
    for (const { person } of all) await person.takeStock();
    return { events: service.events, first, last: service.state(), mirrors };
  } finally {
    await Promise.all(all.map(({ workstation }) => workstation.stop()));
    await service.close();
  }
}

type Seated = { readonly name: string; readonly workstation: Workstation; readonly person: Person };
type Mirrors = Record<string, Record<string, Fields>>;

/** @returns what each shows in the end, whether or not they agree by then */
async function untilAllAgree(
  all: readonly Seated[],
  state: () => Record<string, Fields>,
  files: readonly string[],
  patienceMs: number,
): Promise<Mirrors> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const decided = await Promise.all(all.map(({ person }) => person.decideSome()));
    await Promise.all(all.map(({ workstation }) => workstation.check()));
    await pause(150);
    const open = await Promise.all(all.map(({ workstation }) => workstation.open()));
    const mirrors = Object.fromEntries(
      await Promise.all(all.map(async ({ name, workstation }) => [name, await mirrorOf(workstation, files)] as const)),
    );
    const isQuiet = !decided.includes(true) && open.every((count) => count === 0);
    if (isQuiet && Object.values(mirrors).every((mirror) => isSame(mirror, state()))) return mirrors;
    if (performance.now() > until) return mirrors;
  }
}

async function mirrorOf(workstation: Workstation, files: readonly string[]): Promise<Record<string, Fields>> {
  const shown = await Promise.all(files.map(async (file) => [file, await workstation.shown(file)] as const));
  return Object.fromEntries(shown.flatMap(([file, fields]) => (fields === null ? [] : [[file, fields]])));
}

/** A service and a mirror list the same pairs in orders of their own. */
function isSame(a: Record<string, Fields>, b: Record<string, Fields>): boolean {
  const text = (files: Record<string, Fields>): string =>
    JSON.stringify(
      Object.entries(files)
        .map(([file, fields]) => [file, Object.entries(fields).toSorted()])
        .toSorted(),
    );
  return text(a) === text(b);
}
