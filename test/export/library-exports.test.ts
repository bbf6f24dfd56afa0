import { expect, test } from 'vitest';
import type { ExportOutcome, Progress } from '../../electron/export/job.ts';
import { LibraryExports, type ExportRequest } from '../../electron/export/library-exports.ts';
import { aFileQuery, connectionA, uuid } from '../support/builders.ts';

const request: ExportRequest = {
  connection: { id: connectionA, name: 'Work', service: 'https://service.test' },
  selection: { kind: 'view', query: aFileQuery(), except: [] },
  format: 'csv',
};
const which = { exportId: uuid(1), connectionId: connectionA, format: 'csv' as const };

/** Exports whose course the test decides. */
function exportsOfATest() {
  const noted: string[] = [];
  const run = Promise.withResolvers<ExportOutcome>();
  let progress: (progress: Progress) => void = () => undefined;
  let ids = 0;
  const exports = new LibraryExports({
    run: (_, onProgress) => {
      progress = onProgress;
      return { outcome: run.promise, cancel: () => void noted.push('cancel') };
    },
    clean: () => void noted.push('clean'),
    newId: () => uuid((ids += 1)),
    announce: () => void noted.push('announce'),
    report: () => 'a reference',
  });
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 9; turn += 1) await Promise.resolve();
  };
  return { exports, noted, end: run.resolve, breakDown: run.reject, settled, goOn: (of: Progress) => progress(of) };
}

test('an export tells how far it is, then where it is, until it is dismissed', async () => {
  const { exports, end, goOn, settled, noted } = exportsOfATest();
  const states = [exports.state];
  expect(exports.start(request)).toBe(uuid(1));
  states.push(exports.state);
  goOn({ done: 200, total: 500 });
  states.push(exports.state);
  exports.dismiss();
  states.push(exports.state);
  end({ kind: 'done', path: '/x.csv', files: 500, sizeBytes: 9 });
  await settled();
  states.push(exports.state);
  exports.dismiss();
  states.push(exports.state);
  const running = { kind: 'running', ...which, total: 500, done: 200, stopping: false };
  expect(states).toEqual([
    { kind: 'idle' },
    { ...running, done: 0, total: null },
    running,
    running,
    { kind: 'done', ...which, path: '/x.csv', files: 500, sizeBytes: 9 },
    { kind: 'idle' },
  ]);
  expect(noted.filter((note) => note === 'announce')).toHaveLength(4);
});

test('while one runs no other is begun; afterwards another may', async () => {
  const { exports, end, settled } = exportsOfATest();
  exports.start(request);
  expect(exports.start(request)).toBeNull();
  end({ kind: 'failed', trouble: 'diskFull', detail: 'ENOSPC' });
  await settled();
  expect(exports.state).toEqual({ kind: 'failed', ...which, trouble: 'diskFull', detail: 'ENOSPC' });
  expect(exports.start(request)).toBe(uuid(2));
});

test('cancelling waits until the export has ended, and tells so meanwhile', async () => {
  const { exports, end, settled, noted } = exportsOfATest();
  await exports.cancel();
  expect(noted).toEqual([]);
  exports.start(request);
  let isOver = false;
  const cancelled = exports.cancel().then(() => (isOver = true));
  await settled();
  expect([exports.state, isOver]).toEqual([{ kind: 'running', ...which, done: 0, total: null, stopping: true }, false]);
  end({ kind: 'cancelled' });
  await cancelled;
  expect([exports.state, noted.includes('cancel')]).toEqual([{ kind: 'idle' }, true]);
});

test('an export that breaks is reported, and what it left is removed', async () => {
  const { exports, breakDown, settled, noted } = exportsOfATest();
  exports.start(request);
  breakDown(new Error('the thread died'));
  await settled();
  expect(exports.state).toEqual({ kind: 'failed', ...which, trouble: 'broken', detail: 'a reference' });
  expect(noted).toContain('clean');
  expect(exports.start(request)).not.toBeNull();
});
