import { openSync, writeSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { diskFailure } from '../../electron/database/sqlite/errors.ts';
import { filesTable } from '../../electron/database/mirror/files-table.ts';
import { openProfile, type OpenProfile } from '../../electron/database/profile/open-profile.ts';
import { outboxTable } from '../../electron/database/outbox/outbox-table.ts';
import { systemClock } from '../../electron/workers/clock.ts';
import { EditQueue } from '../../electron/sync/outbox/edit-queue.ts';
import { UnshownFiles } from '../../electron/sync/outbox/unshown-files.ts';
import { connectionId, fileId, type FileKey, fileKeyText } from '../../src/domain/core/ids.ts';
import { Random } from '../simulation/random.ts';
import { plan, type DriverPlan, type DriverWords } from './driver-words.ts';
import { heldIn } from './held-edits.ts';
import { numberIn } from './verdict.ts';

/**
 * A small app to be killed: the real profile and queue, without windows and service. It says in one line each what it
 * found and every edit that was saved.
 */
const { profile: directory, ackPath, ...wanted } = plan.parse(JSON.parse(process.argv[2] ?? '{}'));
const out = ackPath === null ? 1 : openSync(ackPath, 'a');
const say = (words: DriverWords): void => void writeSync(out, `${JSON.stringify(words)}\n`);

const connection = connectionId.parse('00000000-0000-4000-8000-00000000000a');
const accountRef = { origin: 'https://service.test', account: 'account-a' };

const opened = openProfile(directory, Date.now());
if (!opened.ok) say({ kind: 'refused', failure: opened.failure.kind });
else await run(opened.value, wanted);

async function run(profile: OpenProfile, { seed, edits, control }: Omit<DriverPlan, 'profile' | 'ackPath'>) {
  const held = heldIn(profile.outbox);
  say({ kind: 'opened', warnings: profile.warnings, held });
  if (control === 'normalSync') profile.outbox.pragma('synchronous = NORMAL');
  const random = new Random(seed);
  const enqueue = enqueuer(profile, random);
  const latest = new Map<string, number>();
  for (const { file, value } of held) latest.set(file, Math.max(latest.get(file) ?? 0, numberIn(value)));

  let left = edits;
  while (left > 0) {
    // Several in one turn share what comes after their answers.
    for (let burst = Math.min(left, random.between(1, 4)); burst > 0; burst -= 1, left -= 1) {
      const key: FileKey = { network: 'public', id: fileId.parse(`file-${random.between(1, 4)}`) };
      const file = fileKeyText(key);
      const before = latest.get(file) ?? 0;
      const blind = control === 'blindRepeat' && before > 0 && random.chance(0.2);
      const value = `${'x'.repeat(random.chance(0.1) ? random.between(1, 12_000) : 1)}-${blind ? before : before + 1}`;
      latest.set(file, before + (blind ? 0 : 1));
      if (control === 'answerFirst') await answeredFirst(enqueue, key, value);
      else enqueue(key, value);
    }
    // Turns and no pauses, so that the same seed makes the same system calls.
    for (let turns = random.between(1, 3); turns > 0; turns -= 1) await nextTurn();
  }
  profile.close();
  say({ kind: 'done' });
}

function enqueuer({ outbox: db, mirror }: OpenProfile, random: Random) {
  const outbox = outboxTable(db);
  const queue = new EditQueue({
    outbox,
    files: filesTable(mirror),
    unshown: new UnshownFiles(),
    clock: systemClock,
    random,
    remember: () => undefined,
    report: (error) => {
      throw error;
    },
  });
  return (key: FileKey, value: string): void => {
    const file = fileKeyText(key);
    try {
      const changes = [{ field: 'name' as const, base: 'before', mine: value }];
      const set = queue.enqueue(connection, accountRef, `Rename ${key.id}`, [{ key, changes }]);
      say({ kind: 'acked', set, file, value });
    } catch (error) {
      if (!(error instanceof SQLite.SqliteError)) throw error;
      say({ kind: 'failed', file, value, code: error.code, told: diskFailure(error)?.reason ?? null });
      if (wanted.diesOfFailure) process.kill(process.pid, 'SIGKILL');
    }
  };
}

/** What an app does that calls an edit saved before it is. */
async function answeredFirst(enqueue: (key: FileKey, value: string) => void, key: FileKey, value: string) {
  say({ kind: 'acked', set: null, file: fileKeyText(key), value });
  await pause(1);
  enqueue(key, value);
}
