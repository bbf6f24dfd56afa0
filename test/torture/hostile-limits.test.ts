import { cpSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProfile } from '../../electron/database/profile/open-profile.ts';
import { driverCommand, type DriverRun, runDriver } from './driver-process.ts';
import { heldIn } from './held-edits.ts';
import { scratch } from './scratch.ts';
import { onOutboxFiles, straceProblem } from './strace.ts';
import { verdict } from './verdict.ts';

const own = scratch();
afterAll(() => own.remove());

const planned = { seed: 1, edits: 6, control: 'none', ackPath: null, diesOfFailure: false } as const;
const canTrace = straceProblem() === null;

/** A profile that has been used, for every test to copy. */
let used = '';
beforeAll(async () => {
  used = own.folder();
  await runDriver(driverCommand({ ...planned, profile: used }), own.directory);
});

type Suffered = DriverRun & {
  readonly tookMs: number;
  readonly broken: readonly string[];
  readonly heldBefore: number;
};

/** Runs the driver on a copy of the used profile, under what `around` puts before it, and looks at what is there afterwards. */
async function suffer(
  around: (profile: string) => readonly string[],
  edits: number = planned.edits,
): Promise<Suffered> {
  const profile = own.folder();
  cpSync(used, profile, { recursive: true });
  const beganMs = performance.now();
  const command = [...around(profile), ...driverCommand({ ...planned, seed: 2, edits, profile })];
  const run = await runDriver(command, own.directory);
  const tookMs = performance.now() - beganMs;
  const opened = openProfile(profile, Date.now());
  if (!opened.ok) throw new Error(`did not open again: ${JSON.stringify(opened.failure)}`);
  const held = heldIn(opened.value.outbox);
  const warned = opened.value.warnings;
  opened.value.close();
  const acked = run.words.filter((words) => words.kind === 'acked');
  const { lost, doubled, reordered } = verdict(acked, held);
  return {
    ...run,
    tookMs,
    broken: [...lost, ...doubled, ...reordered, ...warned],
    heldBefore: held.length - acked.length,
  };
}

// SQLite calls a page that cannot be read a malformed file; the sentence of either kind says that nothing was deleted.
const TOLD: readonly string[] = ['notWritable', 'damaged'];

/** What a run said of itself that a person could not act on. */
const unexplained = ({ words, complaint }: DriverRun): readonly string[] => [
  ...words.filter((one) => one.kind === 'failed' && one.told === null).map((one) => JSON.stringify(one)),
  ...words.filter((one) => one.kind === 'refused' && !TOLD.includes(one.failure)).map((one) => JSON.stringify(one)),
  ...(words.at(-1)?.kind === 'done' || words.some(({ kind }) => kind === 'refused') ? [] : [complaint.slice(0, 300)]),
];

const straced = (injected: string) => (profile: string) => [
  ...['strace', '-f', '--seccomp-bpf', '-o', '/dev/null', '-e', `trace=${injected.split(':')[0]}`],
  ...['-e', `inject=${injected}`, ...onOutboxFiles(profile)],
];

describe.runIf(canTrace)('a disk', () => {
  test.each(['1', '2', '4', '7', '11', '16', '3+'])(
    'K6: of which a read fails (number %s) wipes nothing, and is told when the profile stays shut',
    async (when) => {
      const run = await suffer(straced(`pread64:error=EIO:when=${when}`));
      expect(run.broken).toEqual([]);
      expect(unexplained(run)).toEqual([]);
      expect(run.heldBefore).toBe(planned.edits);
    },
  );

  test('K21: that takes long for each fsync is waited for before an edit is called saved', async () => {
    const delayMs = 150;
    const run = await suffer(straced(`fsync:delay_enter=${delayMs * 1_000}`), 3);
    expect(run.broken).toEqual([]);
    expect(run.words.filter(({ kind }) => kind === 'acked')).toHaveLength(3);
    expect(run.tookMs).toBeGreaterThan(3 * delayMs);
  });
});

describe.runIf(process.platform === 'linux')('a process that may open no more files', () => {
  test.each([18, 21, 22, 23, 24, 25, 26, 28])(
    'K19: than %d loses no edit that it called saved, and wipes nothing',
    async (most) => {
      const run = await suffer(() => ['bash', '-c', `ulimit -n ${most}; exec "$@"`, 'limited']);
      expect(run.broken).toEqual([]);
      expect(run.heldBefore).toBe(planned.edits);
      // With fewer still, Node.js itself does not start.
      if (run.words.length > 0) expect(unexplained(run)).toEqual([]);
    },
  );
});
