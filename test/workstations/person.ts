import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../simulation/random.ts';
import type { Value } from './checker/history.ts';
import { type Door, REFUSED, type SharedService } from './service.ts';
import type { Choice, Clash, Workstation } from './workstation.ts';

/** How restless people are. */
export type Habits = {
  readonly actions: number;
  /** Whether answers get lost, and a file is edited again while one of its updates may still be under way. */
  readonly isRough: boolean;
};

export type Desk = {
  readonly name: string;
  readonly workstation: Workstation;
  readonly door: Door;
  readonly service: SharedService;
  readonly random: Random;
  readonly files: readonly string[];
  readonly habits: Habits;
};

type Saved = { readonly set: string; readonly file: string; readonly field: string };

const FIELDS = ['name', 'key:series', 'key:colour'];

/** Somebody who edits, decides, loses the network and the program, as chance has it; writes down what they are told. */
export class Person {
  readonly saved: Saved[] = [];
  readonly #desk: Desk;
  readonly #edited = new Set<string>();
  #typed = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  async work(): Promise<void> {
    const { random, habits, door } = this.#desk;
    // Each begins away from the others, so that their first edits meet.
    if (random.chance(0.5)) door.line = 'down';
    for (let action = 0; action < habits.actions; action += 1) {
      await this.#act();
      await pause(random.between(0, 120));
    }
    door.line = 'up';
  }

  async #act(): Promise<void> {
    const { random, workstation, door, habits } = this.#desk;
    const what = random.next();
    if (what < 0.62) return await this.#edit();
    if (what < 0.78)
      door.line = door.line === 'down' ? (habits.isRough && random.chance(0.4) ? 'lossy' : 'up') : 'down';
    else if (what < 0.84) return await this.#loseProgram();
    else if (what < 0.92) return void (await this.decideSome());
    await workstation.check();
  }

  async #edit(): Promise<void> {
    const { workstation, service, random, files, name: station, habits } = this.#desk;
    const left = habits.isRough ? files : files.filter((file) => !this.#edited.has(file));
    if (left.length === 0) return;
    const file = random.pick(left);
    const field = random.pick(FIELDS);
    const base = (await workstation.shown(file))?.[field] ?? null;
    const mine = this.#newValue(field);
    if (base === mine || (await workstation.shown(file)) === null) return;
    this.#edited.add(file);
    service.note({ kind: 'asked', station, file, field, base, mine });
    const saving = workstation.edit(file, field, base, mine);
    // Some programs end between a key press and its answer.
    if (random.chance(0.05)) await this.#loseProgram();
    const set = await saving;
    if (set === null) return;
    this.saved.push({ set, file, field });
    service.note({ kind: 'saved', station, set, file, field, mine });
  }

  /** Each value is typed once, so that it can be told by whom; a name is never taken away. */
  #newValue(field: string): Value {
    const { random, name } = this.#desk;
    if (field !== 'name' && random.chance(0.08)) return null;
    return `${name}-${++this.#typed}${random.chance(0.05) ? REFUSED : ''}`;
  }

  async #loseProgram(): Promise<void> {
    const { workstation, service, name: station } = this.#desk;
    service.note({ kind: 'killed', station });
    await workstation.kill();
    await workstation.start();
  }

  /** Decides every conflict, and takes back what the service refused. @returns whether there was anything to decide */
  async decideSome(): Promise<boolean> {
    const { workstation, service, name: station } = this.#desk;
    const clashes = (await workstation.clashes()) ?? [];
    for (const clash of clashes) await this.#decide(clash);
    let isDiscarded = false;
    for (const { set, file, field } of this.saved) {
      if ((await workstation.outcome(set)) !== 'needsPerson') continue;
      service.note({ kind: 'discarded', station, set, file, field });
      isDiscarded = (await workstation.discard(set)) === true;
    }
    return clashes.length > 0 || isDiscarded;
  }

  async #decide(clash: Clash): Promise<void> {
    const { workstation, service, random, name: station } = this.#desk;
    const { file, field, server } = clash;
    const kind = random.pick(['mine', 'server', 'byHand'] as const);
    const byHand = `${station}-${++this.#typed}`;
    const choice: Choice = kind === 'byHand' ? { value: byHand } : kind;
    const value = kind === 'byHand' ? byHand : kind === 'mine' ? clash.mine : server;
    service.note({ kind: 'decided', station, file, field, server, value });
    await workstation.decide(clash, choice);
  }

  /** Writes down what became of everything that was called saved. */
  async takeStock(): Promise<void> {
    const { workstation, service, name: station } = this.#desk;
    for (const { set, file, field } of this.saved) {
      const outcome = await workstation.outcome(set);
      if (outcome === null) continue;
      service.note({
        kind: 'outcome',
        station,
        set,
        file,
        field,
        outcome: outcome === 'needsPerson' ? 'unfinished' : outcome,
      });
    }
  }
}
