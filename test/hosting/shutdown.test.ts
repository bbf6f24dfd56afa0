import { spawn, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { hostClock } from '../../electron/hosting/clock.ts';
import { bugMessage, catchBugs, endWithCore, outliveTerminal, shutdown } from '../../electron/hosting/shutdown.ts';
import {
  chosenDownloadsDirectory,
  endMessage,
  downloadsDirectory,
  startFailureMessage,
  parseStartOptions,
} from '../../electron/hosting/start.ts';
import { parseOptions } from '../../electron/launch/options.mjs';

const silent = { error: () => 'reference', info: () => undefined };

test('a process closes once and exits with the reason that came first', async () => {
  let closed = 0;
  const code = await new Promise((resolve) => {
    const end = shutdown(silent, () => Promise.resolve(void (closed += 1)), resolve);
    end(0);
    end(1);
  });
  expect({ closed, code }).toEqual({ closed: 1, code: 0 });
});

test('a failure to close is no success', async () => {
  const code = await new Promise((resolve) => {
    shutdown(silent, () => Promise.reject(new Error('disk gone')), resolve)(0);
  });
  expect(code).toBe(1);
});

test('a process that does not come to its end exits without it after ten seconds', () => {
  const codes: number[] = [];
  const waits: { readonly waitMs: number; readonly work: () => void }[] = [];
  const clock = { ...hostClock, after: (waitMs: number, work: () => void) => void waits.push({ waitMs, work }) };
  shutdown(
    silent,
    () => new Promise(() => undefined),
    (code) => codes.push(code),
    clock,
  )(0);
  expect([codes, waits.map(({ waitMs }) => waitMs)]).toEqual([[], [10_000]]);
  waits[0]!.work();
  expect(codes).toEqual([1]);
});

test.skipIf(process.platform === 'win32')(
  'a signal in the midst of a start is told, and ends the process as it would have',
  async () => {
    const module = pathToFileURL(join(import.meta.dirname, '../../electron/hosting/shutdown.ts')).href;
    const code = `
    import { endWithSignals } from ${JSON.stringify(module)};
    endWithSignals(() => process.stdout.write('told once\\n'));
    setInterval(() => undefined, 1_000);
    process.stdout.write('starting\\n');
  `;
    const starting = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    starting.stdout.on('data', (chunk) => {
      said += String(chunk);
      if (said === 'starting\n') starting.kill('SIGINT');
    });
    expect(await once(starting, 'close')).toEqual([null, 'SIGINT']);
    expect(said).toBe('starting\ntold once\n');
  },
);

test.skipIf(process.platform === 'win32')('a signal that comes as the start ends takes the way out in order', () => {
  const module = pathToFileURL(join(import.meta.dirname, '../../electron/hosting/shutdown.ts')).href;
  const code = `
    import { endWithSignals } from ${JSON.stringify(module)};
    const endInOrder = endWithSignals(() => process.exit(3));
    setInterval(() => undefined, 1_000);
    setTimeout(() => process.exit(4), 5_000);
    // Node hears of a signal in the next turn of its loop, and forgets one whose last listener went away before that.
    process.kill(process.pid, 'SIGTERM');
    endInOrder((code) => process.exit(100 + code));
  `;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', code]);
  expect(status).toBe(100);
});

test('every bug is written into the log, and the first one ends the process', () => {
  const [logged, ended]: [unknown[], string[]] = [[], []];
  const process = new EventEmitter();
  const log = { ...silent, error: (error: unknown) => `number ${logged.push(error)}` };
  catchBugs(log, (reference) => ended.push(reference), process);
  process.emit('unhandledRejection', 'first');
  process.emit('uncaughtException', 'second');
  expect([logged, ended]).toEqual([['first', 'second'], ['number 1']]);
});

test('a terminal that is gone is no bug', () => {
  const terminal = new EventEmitter();
  outliveTerminal([terminal]);
  expect(() => terminal.emit('error', Object.assign(new Error('write EIO'), { code: 'EIO' }))).not.toThrow();
});

test('a bug is told in the language of the person, with its reference and what became of the edits', () => {
  expect(bugMessage('a1')).toBe('Pinfold had to stop because of a fault in it (reference a1). Your edits are kept.');
  expect(bugMessage('a1', 'de')).toBe(
    'Pinfold musste wegen eines Fehlers im Programm anhalten (Kennung a1). Die Änderungen sind noch da.',
  );
});

test('every reason not to start is told in one sentence that names the folder', () => {
  const path = '/profiles/ada';
  const sentences = [
    startFailureMessage({ kind: 'profileInUse', path }),
    startFailureMessage({ kind: 'fromTheFuture', path }),
    startFailureMessage({ kind: 'damaged', path, detail: 'checksum' }),
    startFailureMessage({ kind: 'notWritable', path, detail: 'read-only file system' }),
  ];
  expect(sentences.filter((sentence) => !sentence.includes(path) || sentence.includes('\n'))).toEqual([]);
});

test('a start that failed and an end are told in German too, with the folder and the cause', () => {
  const path = '/profiles/ada/outbox.db';
  expect(startFailureMessage({ kind: 'damaged', path, detail: 'checksum' }, 'de')).toBe(
    `${path} ist beschädigt (checksum). Nichts wurde gelöscht; eine Kopie dieses Ordners aufheben. ` +
      'Die wartenden Änderungen, die noch lesbar sind, sichert ein Start mit --export-pending DATEI.',
  );
  const ended = { kind: 'broken', part: 'writer', detail: 'out of memory', reference: 'a1b2c3d4' } as const;
  expect(endMessage(ended, 'de')).toBe(
    'Pinfold musste anhalten, weil ein Teil davon (writer) immer wieder endete: out of memory ' +
      '(Kennung a1b2c3d4 im Protokoll). Jede gesicherte Änderung ist noch da; Pinfold neu starten.',
  );
  expect(endMessage({ kind: 'notWritable', path, detail: 'voll' }, 'de')).toContain(
    'Pinfold musste anhalten. Pinfold kann',
  );
});

test('an end of a thread that cannot be started again is told in one sentence, with what became of the edits', () => {
  const ended = { kind: 'broken', part: 'writer', detail: 'out of memory', reference: 'a1b2c3d4' } as const;
  expect(endMessage(ended)).toBe(
    'Pinfold had to stop, because its writer ended again and again: out of memory (reference a1b2c3d4 in the log). ' +
      'Every saved edit is kept; start Pinfold again.',
  );
  expect(endMessage({ kind: 'notWritable', path: '/profiles/ada', detail: 'disk full' })).toBe(
    'Pinfold had to stop. Pinfold cannot write to /profiles/ada (disk full). Every saved edit is kept.',
  );
});

test('a core that has ended ends the process, after it was told why', async () => {
  const told: string[] = [];
  const failure = { kind: 'broken', part: 'reader', detail: 'it ended with code 1', reference: null } as const;
  const code = await new Promise((resolve) =>
    endWithCore({ ended: Promise.resolve(failure) }, (sentence) => told.push(sentence), resolve),
  );
  expect([told, code]).toEqual([[endMessage(failure)], 1]);
});

test('the token is taken out of the environment', () => {
  const env = { PINFOLD_TOKEN: 'a-token' };
  const words = ['--connect', 'https://files.example', '--practice'];
  const parsed = parseOptions(words, 'refuse', { platform: 'linux', env, home: '/home/ada' });
  expect(parsed.ok && parseStartOptions(parsed.options, env)).toEqual({
    practice: true,
    connect: { baseUrl: 'https://files.example', name: 'files.example', token: 'a-token' },
  });
  expect(env).toEqual({});
});

test('a folder for downloads on a drive that was taken away is the one that a person begins with', () => {
  expect(chosenDownloadsDirectory((name) => `D:\\${name}`, '/profile')).toBe('D:\\downloads');
  const refuse = (): never => {
    throw new Error("Failed to get 'downloads' path");
  };
  expect(chosenDownloadsDirectory(refuse, '/profile')).toBe(downloadsDirectory('/profile'));
});
