import { usualAppearance } from '../../src/contract/app.ts';
import SQLite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { answering, type HandlersOf } from '../../electron/ipc/router.ts';
import { diskFailure } from '../../electron/database/sqlite/errors.ts';
import { channels } from '../../src/contract/index.ts';
import { fail, ok } from '../../src/domain/core/result.ts';
import { uuid } from '../support/builders.ts';

const preferences = {
  theme: 'dark' as const,
  letterKeys: false,
  keyChoices: {},
  keyAlertDays: 7,
  keyNotices: true,
  replayNotices: true,
  tray: false,
  updates: { isDaily: false, checkedAtMs: null, rolloutNumber: null },
  guidedPractice: null,
  logLevel: 'errors' as const,
  fileColumns: [],
  rowHeight: 'usual' as const,
  appearance: usualAppearance,
  inspectorPx: null,
  language: 'system' as const,
};

type Asked = 'keys.counts' | 'app.preferences' | 'files.close';

const counts = { all: 1, active: 1, limited: 0, exhausted: 0, revoked: 0 };

function router(over: Partial<HandlersOf<Asked>> = {}) {
  const reported: unknown[] = [];
  const inputs: unknown[] = [];
  const handlers: HandlersOf<Asked> = {
    'keys.counts': (input) => {
      inputs.push(input);
      return ok(counts);
    },
    'app.preferences': () => Promise.resolve(ok(preferences)),
    'files.close': () => fail({ kind: 'notFound' }),
    ...over,
  };
  const answer = answering(channels, handlers, {
    report: (error) => `bug ${reported.push(error)}`,
    expected: (error) => {
      const disk = diskFailure(error);
      return disk === null ? null : { kind: 'notSaved', ...disk };
    },
  });
  return { answer, reported, inputs };
}

describe('a question', () => {
  test('is answered by its handler, at once or later', async () => {
    const { answer } = router();
    expect(await answer('keys.counts', { connectionId: uuid(1) })).toEqual({ ok: true, value: counts });
    expect(await answer('app.preferences', null)).toEqual({ ok: true, value: preferences });
  });

  test('may fail in a way that a person understands', async () => {
    const { answer, reported } = router();
    expect(await answer('files.close', { viewId: 1 })).toEqual({ ok: false, failure: { kind: 'notFound' } });
    expect(reported).toEqual([]);
  });

  test('reaches its handler without members that nobody asked for', async () => {
    const { answer, inputs } = router();
    await answer('keys.counts', { connectionId: uuid(1), sql: 'DROP TABLE edits' });
    expect(inputs).toEqual([{ connectionId: uuid(1) }]);
  });

  test.each(['', 'no.such', 'files.get', 'toString', '__proto__', 'constructor'])(
    'by the name "%s" is answered by nobody here',
    async (name) => {
      const { answer } = router();
      expect(await answer(name, null)).toEqual({
        ok: false,
        failure: { kind: 'invalidRequest', issues: [`No channel ${name}`] },
      });
    },
  );

  test.each([[null], [undefined], [7], ['text'], [{}], [{ connectionId: 'not one' }], [{ connectionId: null }], [[]]])(
    'of the wrong shape (%o) never reaches a handler',
    async (input) => {
      const { answer, inputs } = router();
      expect(await answer('keys.counts', input)).toMatchObject({ ok: false, failure: { kind: 'invalidRequest' } });
      expect(inputs).toEqual([]);
    },
  );
});

describe('an exception', () => {
  const bug = new TypeError('cannot read "secret" of undefined');

  test.each<[string, HandlersOf<Asked>['keys.counts']]>([
    [
      'thrown',
      () => {
        throw bug;
      },
    ],
    ['rejected', () => Promise.reject(bug)],
  ])('%s becomes a reference; its message stays inside', async (_how, handler) => {
    const { answer, reported } = router({ 'keys.counts': handler });
    expect(await answer('keys.counts', { connectionId: uuid(1) })).toEqual({
      ok: false,
      failure: { kind: 'unexpected', reference: 'bug 1' },
    });
    expect(reported).toEqual([bug]);
  });

  test.each([
    ['SQLITE_FULL', 'diskFull'],
    ['SQLITE_READONLY_DBMOVED', 'readOnly'],
    ['SQLITE_IOERR_FSYNC', 'diskError'],
  ])('of the disk (%s) says that nothing was saved, and is no bug', async (code, reason) => {
    const handler = () => {
      throw new SQLite.SqliteError('it did not work', code);
    };
    const { answer, reported } = router({ 'keys.counts': handler });
    expect(await answer('keys.counts', { connectionId: uuid(1) })).toEqual({
      ok: false,
      failure: { kind: 'notSaved', reason, detail: `${code}: it did not work` },
    });
    expect(reported).toEqual([]);
  });
});
