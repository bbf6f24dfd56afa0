import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ConflictRule } from '../../src/domain/connections/connection.ts';
import type { FileId } from '../../src/domain/core/ids.ts';
import type { Field } from '../../src/domain/files/field.ts';
import { SimulatedNetwork, fairWeather, type Weather } from './network.ts';
import { listLies, ListWatch } from './lists.ts';
import { FIELDS, Person } from './person.ts';
import { Random } from './random.ts';
import { changesRules, usesAllActions } from './seed-ranges.ts';
import type { Happened, Happening } from './situations/happening.ts';
import { SimulatedServer, type ServerMode } from './server.ts';
import { VirtualTime } from './virtual-time.ts';
import type { Sabotage } from './sabotage.ts';
import { Workstation } from './workstation.ts';

const START_MS = 1_700_000_000_000;
const STORM_MS = 8 * 60_000;
/** In product worlds it is about 30; whoever sends so many puts something right for ever. */
export const ENDLESS_PUTS = 200;
/** After this long without faults everything must have come to rest: back-off, settle time and checks all fit in. */
const CALM_MS = 6 * 60_000;
/** What a person decided last may be refused after the last round; two computers that never agree go on for longer. */
const MOST_EXTRA_ROUNDS = 3;

/** As often as people choose them. */
const rules: readonly ConflictRule[] = ['ask', 'ask', 'ask', 'mineWins', 'serverWins'];

export type World = {
  readonly seed: number;
  readonly server: SimulatedServer;
  readonly workstations: readonly Workstation[];
  readonly people: readonly Person[];
  readonly ids: readonly FileId[];
  /** At the start. */
  readonly rule: ConflictRule;
  readonly log: readonly string[];
  readonly story: readonly Happening[];
};

/**
 * Plays one seed through: people, strangers, storms and crashes, then calm, tidying up, and calm again.
 *
 * @param isLogged whether the story is written down
 */
export async function play(seed: number, sabotage: Sabotage = {}, isLogged = false): Promise<World> {
  // Others have their turn between worlds; and time can only tell what is settled when it was begun by a promise.
  await nextTurn();
  const random = new Random(seed);
  const log: string[] = [];
  const mode = random.pick<ServerMode>(['merge', 'merge', 'mergeWithoutRemoval', 'mergeNullAsText', 'replace']);
  const server = new SimulatedServer(mode, random.between(1, 4), random);
  const time = new VirtualTime(START_MS, () => server.puts.length >= ENDLESS_PUTS);
  const rule = random.pick(rules);
  const hasReadById = random.chance(0.7);
  const perMinute = random.pick([null, null, null, 12, 60]);
  const storm = stormOf(random, [...server.files.keys()]);
  let weather: Weather = storm;
  const logLine = (line: () => string): void => void (isLogged && log.push(line()));
  const story: Happening[] = [];
  const happened: Happened = (kind, workstation, id = null) => void story.push({ kind, workstation, id });
  const workstations = Array.from({ length: random.between(1, 3) }, (_, number): Workstation => {
    const name = `w${number}`;
    const lists = new ListWatch();
    const network = () =>
      new SimulatedNetwork({
        server,
        time,
        random,
        workstation: name,
        lists,
        hasReadById,
        log: logLine,
        happened,
        weather: () => weather,
      });
    return new Workstation({
      name,
      server,
      time,
      random,
      rule,
      network,
      lists,
      perMinute,
      log: logLine,
      happened,
      sabotage,
    });
  });
  const wasWritten = (id: FileId, field: Field): boolean => server.lastWrite(id, field) !== undefined;
  const people = workstations.map((one) => new Person(one, random, wasWritten, usesAllActions(seed)));
  const ids = [...server.files.keys()];
  for (const one of workstations) one.switchOn();
  await time.runUntil(START_MS + 20_000);

  for (const at of moments(random, 25))
    time.at(at, () => random.pick(people).act(ids, (name) => server.refusedNames.add(name)));
  for (const at of moments(random, random.between(0, 6)))
    time.at(at, () => strangerWrites({ server, ids, random, happened }, time.nowMs));
  for (const at of moments(random, random.between(0, 3)))
    time.at(at, () => crashFor(random.pick(workstations), random, time));
  for (const at of moments(random, random.between(0, 3)))
    time.at(at, () => unplug(random.pick(workstations), random, time));
  if (changesRules(seed))
    for (const at of moments(random, random.between(1, 4)))
      time.at(at, () => random.pick(workstations).chooseRule(random.pick(rules)));
  if (random.chance(0.25)) restoreASnapshot(random.pick(workstations), random, time);
  await time.runUntil(START_MS + STORM_MS);

  weather = fairWeather;
  server.refusedNames.clear();
  for (const one of workstations) if (!one.isOn) one.switchOn();
  for (let round = 0; round < 4; round++) {
    await time.runUntil(time.nowMs + CALM_MS / 2);
    for (const person of people) person.tidyUp(ids);
  }
  await time.runUntil(time.nowMs + CALM_MS);
  for (let extra = 0; extra < MOST_EXTRA_ROUNDS && people.some((one) => one.isNeeded(ids)); extra++) {
    for (const person of people) person.tidyUp(ids);
    await time.runUntil(time.nowMs + CALM_MS);
  }
  return { seed, server, workstations, people, ids, rule, log, story };
}

function stormOf(random: Random, ids: readonly FileId[]): Weather {
  const upTo = (most: number): number => (random.chance(0.5) ? random.next() * most : 0);
  return {
    notSent: upTo(0.2),
    lostBefore: upTo(0.15),
    lostAfter: upTo(0.2),
    late: upTo(0.2),
    duplicated: upTo(0.1),
    broken: upTo(0.1),
    malformed: upTo(0.1),
    rateLimited: upTo(0.1),
    staleListMs: random.chance(0.5) ? random.between(0, 30_000) : 0,
    stranger: upTo(0.1),
    tokenRefused: random.chance(0.2) ? 0.02 : 0,
    poisoned: new Set(random.chance(0.2) ? [random.pick(ids)] : []),
    listLie: random.chance(0.3)
      ? { kind: random.pick(listLies), fromMs: START_MS + random.pick([0, 2 * 60_000]) }
      : null,
  };
}

const moments = (random: Random, count: number): readonly number[] =>
  Array.from({ length: count }, () => START_MS + 20_000 + random.between(0, STORM_MS - 60_000));

type StrangerParts = Pick<World, 'server' | 'ids'> & { readonly random: Random; readonly happened: Happened };

function strangerWrites({ server, ids, random, happened }: StrangerParts, nowMs: number): void {
  const field = random.pick(FIELDS);
  const value = field !== 'name' && random.chance(0.2) ? null : `stranger-${nowMs}-${random.between(0, 999)}`;
  const id = random.pick(ids);
  happened('wrote', null, id);
  server.writeAsStranger(id, field, value, nowMs);
}

function crashFor(one: Workstation, random: Random, time: VirtualTime): void {
  if (!one.isOn) return;
  one.crash();
  time.after(random.between(100, 60_000), () => (one.isOn ? undefined : one.switchOn()));
}

function restoreASnapshot(one: Workstation, random: Random, time: VirtualTime): void {
  const [snapshotAt, restoredAt] = moments(random, 2).toSorted((a, b) => a - b);
  time.at(snapshotAt!, () => one.takeSnapshot());
  time.at(restoredAt!, () => {
    crashFor(one, random, time);
    one.restore();
  });
}

function unplug(one: Workstation, random: Random, time: VirtualTime): void {
  one.happened('unplugged');
  one.tell('networkDown');
  time.after(random.between(1_000, 90_000), () => one.tell('networkUp'));
}
