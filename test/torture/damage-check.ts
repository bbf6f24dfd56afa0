import { copyFileSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import SQLite from 'better-sqlite3';
import { type Pending, recoverReadable } from '../../electron/database/outbox/recover-pending-edits.ts';
import { openProfile } from '../../electron/database/profile/open-profile.ts';
import { errorMessage } from '../../src/domain/core/thrown.ts';
import { Random } from '../simulation/random.ts';
import { type Condition, copyOf, nowMs, soundProfile } from './damaged-profile.ts';
import type { Damage, Expected } from './damages.ts';
import { type Held, heldIn } from './held-edits.ts';
import type { Scratch } from './scratch.ts';

/** What became of one damaged profile. */
type Outcome = {
  readonly became: 'refused' | 'told' | 'harmless' | 'unnoticed' | 'thrown';
  /** The failure, the first warning, or the exception. */
  readonly words: string;
  /** Waiting edits that could still be read, of how many; null when it opened. */
  readonly recovered: number | null;
  /** What must not be, in sentences. */
  readonly faults: readonly string[];
};

export type DamageFigures = {
  readonly rows: readonly (Omit<Damage, 'make'> & { readonly outcomes: readonly Outcome[] })[];
  readonly faults: readonly string[];
  readonly tries: number;
  /** Control: damages to the queue that SQLite's own check calls sound although edits are gone or altered. */
  readonly missedBySQLite: number;
  /** Of so many that changed what the queue holds. */
  readonly harmful: number;
};

/** Damages copies of sound profiles in every way of the list, and opens them as the app does. */
export function checkDamages(damages: readonly Damage[], seed: number, scratch: Scratch, most: number): DamageFigures {
  const sound = everyCondition((condition) => soundProfile(condition, seed, scratch));
  const before = everyCondition((condition) => contentOf(sound[condition], scratch));
  const random = new Random(seed);
  const tally = { missedBySQLite: 0, harmful: 0, tries: 0 };
  const rows = damages.map(({ make, ...damage }) => {
    const outcomes = Array.from({ length: Math.min(damage.tries, most) }, () => {
      const folder = copyOf(sound[damage.condition], scratch);
      make(join(folder, damage.file), random);
      const plain = asSQLiteSees(folder, scratch, before[damage.condition]);
      const outcome = examine(folder, damage, before[damage.condition]);
      tally.tries += 1;
      if (plain !== 'same') tally.harmful += 1;
      if (plain === 'missed') tally.missedBySQLite += 1;
      scratch.forget(folder);
      return outcome;
    });
    return { ...damage, outcomes };
  });
  const faults = rows.flatMap((row) =>
    row.outcomes.flatMap(({ faults: found }) => found.map((fault) => `${row.file} ${row.name}: ${fault}`)),
  );
  return { rows, faults, ...tally };
}

const everyCondition = <T>(make: (condition: Condition) => T): Readonly<Record<Condition, T>> => ({
  closed: make('closed'),
  'full log': make('full log'),
  'log ahead': make('log ahead'),
  'decided last': make('decided last'),
});

function contentOf(profile: string, scratch: Scratch): string {
  const folder = copyOf(profile, scratch);
  const opened = openProfile(folder, nowMs);
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const content = textOf(heldIn(opened.value.outbox));
  opened.value.close();
  scratch.forget(folder);
  return content;
}

const textOf = (held: readonly Held[]): string => held.map((one) => JSON.stringify(one)).join('\n');

/** What an app would know that relied on SQLite's own check. */
function asSQLiteSees(folder: string, scratch: Scratch, before: string): 'same' | 'noticed' | 'missed' {
  const path = join(folder, 'outbox.db');
  if (existsSync(path) && !lstatSync(path).isFile()) return 'noticed';
  const copy = copyOf(folder, scratch);
  let db: SQLite.Database | null = null;
  try {
    db = new SQLite(join(copy, 'outbox.db'));
    if (db.pragma('integrity_check(1)', { simple: true }) !== 'ok') return 'noticed';
    const hasTables = db.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'edits'`).pluck().get() === 1;
    return hasTables && textOf(heldIn(db)) === before ? 'same' : 'missed';
  } catch {
    return 'noticed';
  } finally {
    db?.close();
    scratch.forget(copy);
  }
}

function examine(folder: string, { file, expected, condition }: Omit<Damage, 'make'>, before: string): Outcome {
  const path = join(folder, file);
  const bytes = bytesAt(path);
  const readable = readableIn(folder);
  const found = opening(folder, before);
  const faults = [...found.faults];
  if (!meets(expected, found)) faults.push(`expected ${nameOf(expected)}, but it was ${found.became} (${found.words})`);
  if (found.became !== 'refused' || file === 'mirror.db') return { ...found, faults };
  // SQLite folds a log into its file when that is closed, also by those who only looked.
  const isSame = bytes === null || bytesAt(path)?.equals(bytes) === true;
  if (condition === 'closed' && !isSame) faults.push('the damaged file was changed');
  if (!isDeepStrictEqual(readableIn(folder), readable))
    faults.push('less can be read after a refused start than before');
  return { ...found, ...recovered(folder, before, faults) };
}

const bytesAt = (path: string): Buffer | null =>
  existsSync(path) && lstatSync(path).isFile() ? readFileSync(path) : null;

function opening(folder: string, before: string): Outcome {
  try {
    const opened = openProfile(folder, nowMs);
    if (!opened.ok) {
      const { failure } = opened;
      const words = 'detail' in failure ? `${failure.kind}: ${failure.detail}` : failure.kind;
      return { became: 'refused', words, recovered: null, faults: [] };
    }
    const { outbox, warnings, close } = opened.value;
    const isSame = textOf(heldIn(outbox)) === before;
    close();
    const became = warnings.length > 0 ? 'told' : isSame ? 'harmless' : 'unnoticed';
    return { became, words: warnings[0] ?? '', recovered: null, faults: [] };
  } catch (error) {
    return { became: 'thrown', words: errorMessage(error).slice(0, 200), recovered: null, faults: [] };
  }
}

function meets(expected: Expected, { became, words }: Outcome): boolean {
  switch (expected.kind) {
    case 'refused':
      return became === 'refused' && words.startsWith(expected.failure);
    case 'told':
      return became === 'told';
    case 'toldOrHarmless':
      return became === 'told' || became === 'harmless' || (became === 'refused' && words.startsWith('damaged'));
    case 'silent':
      return became === 'harmless';
    case 'gap':
      return became !== 'thrown';
    case 'rebuilt':
      return became === 'told' && words.includes('is being copied anew');
  }
}

const nameOf = (expected: Expected): string => (expected.kind === 'refused' ? expected.failure : expected.kind);

/** What recovery finds, looked for in a copy, so that looking changes nothing. */
function readableIn(folder: string): Pending | string {
  const copy = mkdtempSync(`${folder}-`);
  try {
    for (const file of readdirSync(folder)) {
      if (bytesAt(join(folder, file)) !== null) copyFileSync(join(folder, file), join(copy, file));
    }
    return recoverReadable(join(copy, 'outbox.db'));
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Recovery may find less than there was, but nothing else, and says so in words when it finds nothing. */
function recovered(folder: string, before: string, faults: string[]): Pick<Outcome, 'recovered' | 'faults'> {
  const names = readdirSync(folder);
  try {
    const found = recoverReadable(join(folder, 'outbox.db'));
    if (typeof found === 'string') return { recovered: 0, faults };
    const suspect = new Set(found.altered);
    const strangers = found.edits.filter(
      ({ seq, changes }) => !suspect.has(seq) && changes.some(({ mine }) => !before.includes(JSON.stringify(mine))),
    );
    if (strangers.length > 0) faults.push(`recovery gave ${strangers.length} altered edits as if they were sound`);
    const left = new Set(readdirSync(folder));
    if (!names.every((name) => left.has(name))) faults.push('recovery took something away');
    return { recovered: found.edits.length, faults };
  } catch (error) {
    return { recovered: 0, faults: [...faults, `recovery threw ${errorMessage(error).slice(0, 200)}`] };
  }
}
