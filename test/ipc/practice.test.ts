import { readdirSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { aKeyQuery } from '../support/builders.ts';
import { started } from './running-core.ts';

const startOptions = { practice: false, connect: null, requestsPerMinute: 1_000_000 };

test('practice begins offline with three edits that wait, one conflict and one held', async () => {
  const one = await started({ startOptions });
  const { id: connectionId } = await one.get('connections.addPractice', null);
  const [summary] = await one.until('connections.list', null, ([only]) => only?.status.counts.waiting === 3);
  expect(summary!.status).toMatchObject({ network: 'down', counts: { waiting: 3, needsYou: 1, held: 1, refused: 0 } });
  expect(summary!.status.caughtUpAtMs).not.toBeNull();
  expect(await one.get('practice.state', null)).toMatchObject({ networkOn: false });
  const [conflict] = await one.get('changes.conflicts', { connectionId, changeSetId: null });
  expect(await one.get('groupNames.list', { connectionId })).toContainEqual({
    group: 'paper-automata',
    name: 'Paper Automata',
  });
  expect(conflict).toMatchObject({ field: 'key:rarity', base: 'common', mine: 'epic', server: 'mythic' });
  const { rows } = await one.get('changes.list', { connectionId, tab: 'waiting', search: '', from: 0, to: 10 });
  expect(rows.filter(({ queued }) => queued > 0).map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Set license = .+ on brass-meridian-/),
    expect.stringMatching(/^Set tier = .+ on ember-court-card-/),
    expect.stringMatching(/^Rename night-orchard-loop-\d+.*\.mp4 to .*-graded\.mp4$/),
  ]);

  await one.get('practice.set', { networkOn: true });
  await one.until('connections.list', null, ([only]) => only?.status.counts.waiting === 0);
  const [after] = await one.get('connections.list', null);
  expect(after!.status.counts).toMatchObject({ needsYou: 1, held: 1, refused: 0 });
  expect(one.logged).toEqual([]);
});

test('the edits are made once: a second start of practice adds none', async () => {
  const one = await started({ startOptions });
  await one.get('connections.addPractice', null);
  await one.until('connections.list', null, ([only]) => only?.status.counts.waiting === 3);
  // The edits are queued before the practice service has taken the network away; an app that ends then begins without it.
  const names = (): readonly string[] => readdirSync(one.profileDirectory);
  let seen = names();
  while (seen.includes('practice-first-edits')) {
    await nextTurn();
    seen = names();
  }
  expect(seen).toContain('practice-network-off');
  await one.core.close();
  const again = await started({ startOptions, profileDirectory: one.profileDirectory, vault: one.vault });
  const [first] = await again.until('connections.list', null, ([only]) => only?.status.network === 'down');
  await again.get('connections.addPractice', null);
  await again.get('practice.set', { networkOn: true });
  await again.until('connections.list', null, ([only]) => only?.status.counts.waiting === 0);
  const { count } = await again.get('changes.list', {
    connectionId: first!.connection.id,
    tab: 'sent',
    search: '',
    from: 0,
    to: 10,
  });
  expect(count).toBe(3);
});

test('keys of practice have 90 days of uses and a forecast, also without edits', async () => {
  const one = await started({ startOptions });
  const { id: connectionId } = await one.get('connections.addPractice', null);
  await one.until('connections.list', null, ([only]) => (only?.status.caughtUpAtMs ?? null) !== null);
  const { rows } = await one.get('keys.page', { connectionId, query: aKeyQuery(), from: 0, to: 100 });
  const uploader = rows.find(({ key }) => key.name === 'drop uploader')!;
  const detail = await one.get('keys.get', { connectionId, id: uploader.key.id });
  expect(detail.forecast.kind).toBe('runsOut');
  expect(detail.runs.length).toBeGreaterThan(60);
  expect(detail.runs.at(-1)!.toMs - detail.runs[0]!.fromMs).toBeGreaterThan(88 * 86_400_000);
});

test('practice that begins empty has no edit, no made-up use, and the network', async () => {
  const one = await started();
  const { id: connectionId } = await one.get('connections.addPractice', null);
  await one.until('connections.list', null, ([only]) => (only?.status.caughtUpAtMs ?? null) !== null);
  const [summary] = await one.get('connections.list', null);
  expect(summary!.status).toMatchObject({ network: 'up', counts: { waiting: 0, needsYou: 0, held: 0 } });
  const { rows } = await one.get('keys.page', { connectionId, query: aKeyQuery(), from: 0, to: 100 });
  const uploader = rows.find(({ key }) => key.name === 'drop uploader')!;
  expect((await one.get('keys.get', { connectionId, id: uploader.key.id })).forecast.kind).toBe('notEnoughData');
});

test('a person who turns the network off during the first copy has begun, and is given no edits', async () => {
  const one = await started({ startOptions });
  const { id: connectionId } = await one.get('connections.addPractice', null);
  await one.get('practice.set', { networkOn: false });
  await one.get('practice.set', { networkOn: true });
  await one.until('connections.list', null, ([only]) => (only?.status.caughtUpAtMs ?? null) !== null);
  await one.get('connections.checkNow', { id: connectionId });
  const isChecked = (fullCheckAtMs: number | null | undefined): boolean => (fullCheckAtMs ?? null) !== null;
  const [after] = await one.until('connections.list', null, ([only]) => isChecked(only?.status.fullCheckAtMs));
  expect(after!.status.counts).toMatchObject({ waiting: 0, needsYou: 0, held: 0 });
  expect(await one.get('practice.state', null)).toMatchObject({ networkOn: true });
  expect(readdirSync(one.profileDirectory)).not.toContain('practice-first-edits');
});
