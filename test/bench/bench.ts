import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataSetIn, makingAccount, type DataSet } from './data-set.ts';
import { builtApp } from './built-app.ts';
import { inChild, type Done } from './in-child.ts';
import type { AccountShape } from './made-up-account.ts';
import type { Line } from './line.ts';
import type { Delay } from './main-thread.ts';
import type { BenchOptions } from './options.ts';
import { startService, type BenchService } from './service.ts';
import type { Work } from './work.ts';

/** One row of the table: a file of its own, with its limit and its baseline in words. */
export type Row = {
  readonly id: string;
  readonly title: string;
  readonly run: (bench: Bench) => Promise<readonly Line[]>;
};

export type RowDelay = Delay & { readonly row: string };

/** A work that hangs is ended: three minutes and a minute for each 60,000 records. */
const longestMs = (records: number): number => 180_000 + records;

/** What the rows of one run share: data sets, services, processes, and what earlier rows have found. */
export class Bench {
  readonly options: BenchOptions;
  /** Delays of the core's main thread in each row, for the row about them. */
  readonly delays: RowDelay[] = [];
  /** Milliseconds of first copies by size, for the row about growth. */
  readonly firstCopies = new Map<number, readonly number[]>();
  readonly #scratch: string;
  readonly #sets = new Map<string, Promise<DataSet>>();
  readonly #services = new Map<string, Promise<BenchService>>();

  constructor(options: BenchOptions) {
    this.options = options;
    mkdirSync(options.cacheDirectory, { recursive: true });
    this.#scratch = mkdtempSync(join(options.cacheDirectory, 'scratch-'));
    if (options.profileDirectory !== null) mkdirSync(options.profileDirectory, { recursive: true });
  }

  get records(): number {
    return this.options.records;
  }
  get runs(): number {
    return this.options.runs;
  }

  say(words: string): void {
    process.stderr.write(`${words}\n`);
  }

  /** A new empty folder, gone with the run. */
  folder(): string {
    return mkdtempSync(join(this.#scratch, 'f-'));
  }

  set(records = this.records, shape: AccountShape = 'usual'): Promise<DataSet> {
    const name = `${shape} ${records}`;
    const known = this.#sets.get(name) ?? this.#makeSet(records, shape);
    this.#sets.set(name, known);
    return known;
  }

  /** The service of a data set, kept running until the end; its account is not to be changed. */
  service({ servicePath }: DataSet): Promise<BenchService> {
    const known = this.#services.get(servicePath) ?? startService(servicePath);
    this.#services.set(servicePath, known);
    return known;
  }

  /** Does a work in a process of its own. @param row takes the delays of its main thread; null for baselines */
  async perform<Input, Output>(row: string | null, of: Work<Input, Output>, input: Input): Promise<Done<Output>> {
    const { profileDirectory } = this.options;
    const profiled = profileDirectory === null || row === null ? null : join(profileDirectory, `${row}-${of.name}`);
    const corePath = join(dirname(builtApp(this)), 'core.js');
    const limitMs = longestMs(this.records);
    const done = await inChild(of, input, { profileDirectory: profiled, limitMs, corePath });
    if (row !== null && done.delay !== null) this.delays.push({ row, ...done.delay });
    return done;
  }

  /** Takes a slow figure as often as this run wants to. */
  async repeated<T>(take: () => Promise<T>): Promise<readonly T[]> {
    const taken: T[] = [];
    while (taken.length < this.runs) taken.push(await take());
    return taken;
  }

  /** Forgets the folders of a row that is over: at a million records each holds gigabytes. */
  tidy(): void {
    for (const entry of readdirSync(this.#scratch)) {
      rmSync(join(this.#scratch, entry), { recursive: true, force: true, maxRetries: 5 });
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#services.values()].map(async (service) => (await service).close()));
    rmSync(this.#scratch, { recursive: true, force: true, maxRetries: 5 });
  }

  async #makeSet(records: number, shape: AccountShape): Promise<DataSet> {
    const set = dataSetIn(this.options.cacheDirectory, records, shape);
    const { servicePath, pagesPath } = set;
    if (existsSync(servicePath) && existsSync(pagesPath)) return set;
    this.say(`Making an account of ${records.toLocaleString('en-GB')} files …`);
    await this.perform(null, makingAccount, { servicePath, pagesPath, records, shape });
    return set;
  }
}
