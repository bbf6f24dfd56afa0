import SQLite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { Connection } from '../../../src/domain/connections/connection.ts';
import { fakeFile } from '../../support/fake-service.ts';
import { added, profile } from '../../support/profile-world.ts';

const PRACTICE = { kind: 'practice', baseUrl: 'http://127.0.0.1:4100/v3', token: 'practice-1' } as const;

describe('which connection an added one is', () => {
  test('practice is never taken for a service, nor a service for practice', async () => {
    const one = profile();
    const practice = await added(one, PRACTICE);
    const service = await added(one, { token: 'practice-2', baseUrl: PRACTICE.baseUrl });
    expect(service.id).not.toBe(practice.id);
    expect(one.connections.list().map(({ kind }) => kind)).toEqual(['practice', 'service']);
    const again = await added(one, PRACTICE);
    expect([again.id, one.connections.list().length]).toEqual([practice.id, 2]);
  });

  test('practice at another address, which it has after every start, is the same', async () => {
    const one = profile();
    const first = await added(one, PRACTICE);
    const second = await added(one, { ...PRACTICE, baseUrl: 'http://127.0.0.1:4200/v3', token: 'other-1' });
    expect([second.id, second.baseUrl]).toEqual([first.id, 'http://127.0.0.1:4200/v3']);
  });

  test('the same account at another address of a service is another connection', async () => {
    const one = profile();
    const first = await added(one);
    const second = await added(one, { baseUrl: 'https://service.test/v4' });
    expect(second.id).not.toBe(first.id);
  });
});

describe('an added connection', () => {
  test('is told, also when its token cannot be kept', async () => {
    const one = profile({ keepsTokens: 0 });
    const { id } = await added(one);
    expect(one.connections.running(id)?.state.mode).toBe('noToken');
    expect(one.announced).toContain('connections.changed');
  });

  test('without a name is called by its host, and a known one by the name that the person gives now', async () => {
    const one = profile();
    expect((await added(one, { name: '' })).name).toBe('service.test');
    expect((await added(one, { name: 'At home' })).name).toBe('At home');
  });

  test('copies everything unless the person chose, and begins without traits at its own time', async () => {
    const one = profile();
    const startedAtMs = one.clock.nowMs();
    const first = await added(one);
    expect([first.copiedParts, first.createdAtMs]).toEqual([['public', 'private', 'keys'], startedAtMs]);
    await one.clock.advance(1_000);
    const again = await added(one, { copiedParts: ['keys'] });
    expect([again.copiedParts, again.createdAtMs]).toEqual([['keys'], startedAtMs]);
  });

  test('that is known is scanned from the start for the parts that are new to it', async () => {
    const one = profile();
    one.serviceAt('ann').put(fakeFile(1), fakeFile(2, { network: 'private' }));
    const { id } = await added(one, { copiedParts: ['public'] });
    expect(one.tables.files.cursor(id, 'files:private')).toBeNull();
    const paused = one.connections.change(id, { paused: true });
    await added(one, { copiedParts: ['public', 'private'] });
    expect(paused?.paused).toBe(true);
    expect(one.tables.files.cursor(id, 'files:private')).toMatchObject({ position: null });
    expect(one.tables.files.cursor(id, 'files:public')).toBeNull();
  });

  test('that is known sends nothing more with its old token while the new one is being kept', async () => {
    let running: unknown = 'never saved';
    let look = (): void => undefined;
    const one = profile({ whileSaving: async () => look() });
    const { id } = await added(one);
    look = () => void (running = one.connections.running(id));
    await added(one, { token: 'ann-2' });
    expect(running).toBeNull();
    expect(one.connections.running(id)?.state.mode).toBe('running');
  });

  test('that is known keeps what a person changes while it stops', async () => {
    const one = profile();
    const { id } = await added(one);
    const adding = added(one, { token: 'ann-2' });
    one.connections.change(id, { paused: true, readOnly: true });
    await adding;
    expect(one.connections.get(id)).toMatchObject({ paused: true, readOnly: true });
  });

  test('that is known keeps what rests on its token only with the same token', async () => {
    const one = profile();
    const { id } = await added(one);
    one.connections.change(id, { paused: true });
    one.connections.saveTraits(id, { signatures: { kind: 'no', checkedAtMs: 1, words: '', requestId: null } });
    const signaturesWith = async (token: string) => (await added(one, { token })).learnt.signatures.kind;
    expect([await signaturesWith('ann-1'), await signaturesWith('ann-2')]).toEqual(['no', 'notChecked']);
  });

  test('that is known goes on as it was where a full disk refuses its change', async () => {
    let put = (): void => undefined;
    const one = profile({ putConnection: () => put() });
    const { id } = await added(one);
    put = () => {
      throw new SQLite.SqliteError('database or disk is full', 'SQLITE_FULL');
    };
    await expect(added(one, { token: 'ann-2', name: 'At home' })).rejects.toThrow('disk is full');
    expect([one.connections.running(id)?.state.mode, one.asked]).toEqual(['running', ['ann-1', 'ann-1']]);
    put = () => undefined;
    expect((await added(one, { token: 'ann-2' })).id).toBe(id);
  });
});

describe('the start of the program', () => {
  test('starts every service, and leaves practice to the start of its own service', async () => {
    const one = profile();
    const practice = await added(one, PRACTICE);
    const [ann, bob] = [await added(one), await added(one, { token: 'bob-1' })];
    await one.connections.close();
    const next = one.started();
    await next.start();
    const modeOf = ({ id }: Connection) => next.running(id)?.state.mode ?? null;
    expect([practice, ann, bob].map(modeOf)).toEqual([null, 'running', 'running']);
  });

  test('that is broken off by its end starts no more of them', async () => {
    const one = profile();
    const [ann, bob] = [await added(one), await added(one, { token: 'bob-1' })];
    await one.connections.close();
    const next = one.started();
    const starting = next.start();
    await next.close();
    await starting;
    expect([next.running(ann.id), next.running(bob.id)]).toEqual([null, null]);
  });
});
