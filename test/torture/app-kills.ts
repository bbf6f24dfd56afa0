import SQLite from 'better-sqlite3';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { openOutbox } from '../../electron/database/outbox/open-outbox.ts';
import { errorMessage } from '../../src/domain/core/thrown.ts';
import { noFilters } from '../../src/domain/files/file-filter.ts';
import { type ConnectionId, fileKeyText } from '../../src/domain/core/ids.ts';
import { Random } from '../simulation/random.ts';
import { enter, type AppClient } from './app-client.ts';
import { startApp, type AppProcess } from './app-process.ts';
import { heldIn, type Held, type Saved } from './held-edits.ts';
import type { Scratch } from './scratch.ts';
import { numberIn, Tally, verdict } from './verdict.ts';
import type { FileRow } from '../../src/domain/files/file.ts';

export type AppKillFigures = {
  readonly tally: Tally;
  readonly kills: number;
  readonly whileStarting: number;
  readonly acked: number;
  /** Files whose last value was compared with the service's at the end. */
  readonly compared: number;
};

export type AppKillOptions = {
  readonly seed: number;
  readonly kills: number;
  readonly program: string;
  /** How long to wait at the end for the queue to drain; 0 leaves the service out of it. */
  readonly drainMs: number;
  readonly scratch: Scratch;
};

const FILES = 3;
/** From the command to the printed address, on a busy machine. */
const LONGEST_START_MS = 60_000;

/** Kills the whole app while a client edits over its socket, and looks into the files after each kill. */
export async function appKills(options: AppKillOptions): Promise<AppKillFigures> {
  const torture = new AppTorture(options);
  let whileStarting = 0;
  for (let turn = 1; turn <= options.kills; turn += 1) {
    if (!(await torture.killedRun(turn))) whileStarting += 1;
  }
  const compared = options.drainMs > 0 ? await torture.drain() : 0;
  return { tally: torture.tally, kills: options.kills, whileStarting, acked: torture.acked.length, compared };
}

class AppTorture {
  readonly tally = new Tally();
  readonly acked: Saved[] = [];
  readonly #options: AppKillOptions;
  readonly #profile: string;
  readonly #random: Random;
  readonly #latest = new Map<string, number>();
  /** What somebody at the screen sees of a file: the latest of what they typed and what is there after a kill. */
  readonly #shown = new Map<string, string>();
  #usualStartMs = 2_000;
  #startsWithoutPage = 0;

  constructor(options: AppKillOptions) {
    this.#options = options;
    this.#profile = options.scratch.folder();
    this.#random = new Random(options.seed);
  }

  /** @returns false when it was killed while starting */
  async killedRun(turn: number): Promise<boolean> {
    const where = `seed ${this.#options.seed}, start ${turn}`;
    const random = this.#random;
    // Not the first: the practice service has to be made once. Three starts in a row without a page lead to safe mode.
    const inStart = turn > 1 && this.#startsWithoutPage < 2 && random.chance(0.3);
    this.#startsWithoutPage = inStart ? this.#startsWithoutPage + 1 : 0;
    const app = this.#start();
    if (inStart) await pause(random.next() * this.#usualStartMs);
    else await this.#editAWhile(app, where);
    app.child.kill('SIGKILL');
    const { signal } = await app.ended;
    if (signal !== 'SIGKILL') this.tally.fault(`${where}: ended by itself: ${app.output()}`);
    this.#lookInside(where);
    return !inStart;
  }

  #start(): AppProcess {
    return startApp(this.#options.program, this.#profile, this.#options.scratch.directory);
  }

  async #editAWhile(app: AppProcess, where: string): Promise<void> {
    const began = performance.now();
    const client = await this.#entered(app, where);
    if (client === null) return;
    this.#usualStartMs = performance.now() - began;
    const target = await targetsOf(client);
    if (target === null) return this.tally.fault(`${where}: no files came within ${LONGEST_START_MS} ms`);
    // Several under way at once, so that the kill meets some before and some after their commit.
    const edits = Array.from({ length: this.#random.between(5, 40) }, () => this.#edit(client, target));
    const enough = this.#random.between(1, edits.length);
    let answered = 0;
    await new Promise<void>((resolve) => {
      for (const edit of edits) void edit.then(() => ++answered === enough && resolve());
    });
    await pause(this.#random.next() * this.#random.pick([0, 5, 50, 500]));
    void Promise.all(edits).then(() => client.close());
  }

  async #entered(app: AppProcess, where: string): Promise<AppClient | null> {
    const address = await Promise.race([app.address, pause(LONGEST_START_MS, null, { ref: false })]);
    const client = address === null ? null : await enter(address);
    if (client === null) this.tally.fault(`${where}: did not start: ${app.output()}`);
    // As a page does once it is there: a start without one counts as failed.
    await client?.ask('recovery.pageShown', null);
    const info = await client?.ask('app.info', null);
    const warnings = info?.ok ? info.value.warnings : [];
    if (warnings.length > 0) this.tally.fault(`${where}: warned of nothing: ${warnings[0]}`);
    return client;
  }

  async #edit(client: AppClient, { connectionId, rows }: Target): Promise<void> {
    const { network, id, name } = this.#random.pick(rows);
    const key = { network, id };
    const file = fileKeyText(key);
    const at = (this.#latest.get(file) ?? 0) + 1;
    this.#latest.set(file, at);
    const value = `torture-${at}`;
    const base = this.#shown.get(file) ?? name;
    this.#shown.set(file, value);
    const changes = [{ field: 'name' as const, base, mine: value }];
    const reply = await client.ask('files.edit', { connectionId, key, changes });
    if (reply?.ok) this.acked.push({ set: reply.value.changeSetId, file, value });
    else if (reply && reply.failure.kind !== 'hostGone') this.tally.fault(`not saved: ${JSON.stringify(reply)}`);
  }

  /** Opens a copy of the queue, so that the next start of the app finds what the kill left. */
  #lookInside(where: string): void {
    const { scratch } = this.#options;
    const folder = scratch.folder();
    for (const file of ['outbox.db', 'outbox.db-wal', 'outbox.mark']) {
      if (existsSync(join(this.#profile, file))) copyFileSync(join(this.#profile, file), join(folder, file));
    }
    try {
      const { db, warnings } = openOutbox(join(folder, 'outbox.db'), Date.now());
      if (warnings.length > 0) this.tally.fault(`${where}: warned of nothing: ${warnings[0]}`);
      const held = heldIn(db);
      this.tally.add(verdict(this.acked, held), this.#profile, where);
      this.#lookAtAttempts(db, where);
      // Whoever edits next starts from what they see.
      for (const one of held)
        this.#latest.set(one.file, Math.max(numberIn(one.value), this.#latest.get(one.file) ?? 0));
      db.close();
    } catch (error) {
      this.tally.fault(`${where}: did not open, ${errorMessage(error)}`);
    }
    scratch.forget(folder);
  }

  #lookAtAttempts(db: SQLite.Database, where: string): void {
    const latest = new Map<string, number>();
    for (const { file, value } of sent.parse(db.prepare(SENT).all())) {
      if (numberIn(value) < (latest.get(file) ?? 0))
        this.tally.fault(`${where}: ${value} was sent after a later value`);
      latest.set(file, numberIn(value));
    }
  }

  /** Starts the app once more and lets it send what waits. @returns how many files were compared */
  async drain(): Promise<number> {
    const app = this.#start();
    const client = await this.#entered(app, 'at the end');
    const until = performance.now() + this.#options.drainMs;
    while (client !== null && performance.now() < until && !(await isDrained(client))) await pause(250);
    if (client !== null && !(await isDrained(client))) this.tally.fault('the queue did not drain');
    client?.close();
    if (process.platform === 'win32') app.child.disconnect();
    else app.child.kill('SIGTERM');
    const { code } = await app.ended;
    if (code !== 0) this.tally.fault(`at the end: ended with ${code}: ${app.output()}`);
    const held = this.#heldAtEnd();
    const last = new Map(held.map((one) => [one.file, one.value]));
    for (const [file, value] of last) {
      const found = onService(this.#profile, file.split('/')[1] ?? '');
      if (found !== value) this.tally.fault(`the service holds ${String(found)} for ${file}, not ${value}`);
    }
    return last.size;
  }

  #heldAtEnd(): readonly Held[] {
    const { db } = openOutbox(join(this.#profile, 'outbox.db'), Date.now());
    const held = heldIn(db);
    const refusals = db.prepare('SELECT refusal_json FROM edits WHERE refusal_json IS NOT NULL').pluck().all();
    db.close();
    this.tally.add(verdict(this.acked, held), this.#profile, 'at the end');
    const unsettled = held.filter(({ status }) => status !== 'settled');
    const story = `${unsettled[0]?.file} ${unsettled[0]?.status} ${refusals.join(' ')}`;
    if (unsettled.length > 0) this.tally.fault(`${unsettled.length} edits did not end as settled: ${story}`);
    return held;
  }
}

type Target = { readonly connectionId: ConnectionId; readonly rows: readonly FileRow[] };

/** Waits for the practice connection and its first files. */
async function targetsOf(client: AppClient): Promise<Target | null> {
  for (const until = performance.now() + LONGEST_START_MS; performance.now() < until;) {
    const list = await client.ask('connections.list', null);
    const connectionId = list?.ok ? list.value[0]?.connection.id : undefined;
    const rows = connectionId === undefined ? [] : await firstFiles(client, connectionId);
    if (connectionId !== undefined && rows.length === FILES) return { connectionId, rows };
    await pause(50);
  }
  return null;
}

async function firstFiles(client: AppClient, connectionId: ConnectionId): Promise<readonly FileRow[]> {
  const sort = { column: 'created' as const, descending: false };
  const query = { ...noFilters, search: '', sort };
  const opened = await client.ask('files.open', { connectionId, query });
  if (!opened?.ok) return [];
  const page = await client.ask('files.window', { viewId: opened.value.viewId, from: 0, to: FILES });
  return page?.ok ? page.value.rows : [];
}

async function isDrained(client: AppClient): Promise<boolean> {
  const list = await client.ask('connections.list', null);
  return list?.ok === true && list.value.every(({ status }) => status.counts.waiting === 0);
}

const sent = z.array(z.object({ file: z.string(), value: z.string() }));
const SENT = /* sql */ `
  SELECT network || '/' || file_id AS file, json_extract(one.value, '$.value') AS value
  FROM attempts, json_each(writes_json) AS one WHERE json_extract(one.value, '$.field') = 'name'
  ORDER BY request_seq
`;

/** The name in the practice service's own file. */
function onService(profile: string, id: string): unknown {
  const db = new SQLite(join(profile, 'practice.db'), { readonly: true });
  const name = db.prepare('SELECT name FROM files WHERE id = ?').pluck().get(id);
  db.close();
  return name;
}
