import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  readonly broken: readonly string[];
  readonly heldBefore: number;
};

/** Runs the driver on a copy of the used profile, under what `around` puts before it, and looks at what is there afterwards. */
async function suffer(around: (profile: string) => readonly string[]): Promise<Suffered> {
  const profile = own.folder();
  cpSync(used, profile, { recursive: true });
  const command = [...around(profile), ...driverCommand({ ...planned, seed: 2, profile })];
  const run = await runDriver(command, own.directory);
  const opened = openProfile(profile, Date.now());
  if (!opened.ok) throw new Error(`did not open again: ${JSON.stringify(opened.failure)}`);
  const held = heldIn(opened.value.outbox);
  const warned = opened.value.warnings;
  opened.value.close();
  const acked = run.words.filter((words) => words.kind === 'acked');
  const { lost, doubled, reordered } = verdict(acked, held);
  return {
    ...run,
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

/** How often the log of the queue was synced before each answer that an edit is saved, since the answer before it. */
function syncsBeforeAnswers(trace: string): readonly number[] {
  const isAnswer = (call: string): boolean => /\bwrite\(1<.*\\"acked\\"/.test(call);
  // One thread makes both calls. While another one is traced meanwhile, strace tells the end of a call on a line of its own.
  const isSync = (call: string): boolean => /\bfsync\(\d+<.*outbox\.db-wal>/.test(call);
  const calls = trace.split('\n').filter((call) => isAnswer(call) || isSync(call));
  const answers = calls.flatMap((call, at) => (isAnswer(call) ? [at] : []));
  return answers.map((at, number) => at - (answers[number - 1] ?? -1) - 1);
}

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
    const trace = join(own.folder(), 'trace');
    const run = await suffer(() => [
      ...['strace', '-f', '-y', '--seccomp-bpf', '-o', trace],
      ...['-e', 'trace=fsync,write', '-e', 'inject=fsync:delay_enter=50000'],
    ]);
    expect(run.broken).toEqual([]);
    expect(syncsBeforeAnswers(readFileSync(trace, 'utf8'))).toEqual(
      Array.from({ length: planned.edits }, () => expect.toSatisfy((syncs: number) => syncs > 0)),
    );
  });
});

describe.runIf(process.platform === 'linux')('a process that may open no more files', () => {
  test.each([18, 21, 22, 23, 24, 25, 26, 28, 31, 34])(
    'K19: than %d loses no edit that it called saved, and wipes nothing',
    async (most) => {
      const run = await suffer(() => ['bash', '-c', `ulimit -n ${most}; exec "$@"`, 'limited']);
      expect(run.broken).toEqual([]);
      expect(run.heldBefore).toBe(planned.edits);
      // With fewer still, Node.js itself does not start: nothing is said then, and none of our code was reached.
      if (run.words.length > 0) expect(unexplained(run)).toEqual([]);
      else expect(run.complaint).not.toMatch(/\bat openProfile\b/);
    },
  );
});
