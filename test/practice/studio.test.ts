import { CID } from 'multiformats/cid';
import { expect, it } from 'vitest';
import { studioFiles } from '../../electron/practice/seed/studio/studio-files.ts';
import { studioKeys } from '../../electron/practice/seed/studio/studio-keys.ts';
import { usageHistory } from '../../electron/practice/seed/studio/usage-history.ts';
import { sortKey } from '../../src/domain/core/text.ts';
import { startedPractice } from './started-practice.ts';

const DAY_MS = 86_400_000;
const nowMs = Date.UTC(2026, 10, 20, 14, 30);
const plan = { seed: 1, fileCount: 10_000, nowMs };
const files = [...studioFiles(plan, 0, 10_000)];
const keys = [...studioKeys({ seed: 1, userId: 'user', nowMs })];
const named = (pattern: RegExp) => files.filter(({ name }) => pattern.test(name ?? ''));
const isOdd = ({ groupId }: (typeof files)[number]): boolean => groupId === 'zz-odd-names';

it('makes the same library of the same seed and time, also in parts', () => {
  expect([...studioFiles(plan, 4_990, 5_010)]).toEqual(files.slice(4_990, 5_010));
  expect(new Set(files.map(({ id }) => id)).size).toBe(10_000);
});

it('makes six collections with names, and the papers of a desk without a group', () => {
  const counts = Map.groupBy(files, ({ groupId }) => groupId);
  expect([...counts.keys()].sort()).toEqual([
    'brass-meridian',
    'ember-court',
    'night-orchard',
    null,
    'paper-automata',
    'tidewater-atlas',
    'type-specimens',
    'zz-odd-names',
  ]);
  for (const name of [
    'paper-automata-0412.png',
    'ember-court-card-017-front@2x.png',
    'night-orchard-loop-03-4k-master.mp4',
    'brass-meridian-astrolabe-01-lod0.glb',
    'press-kit-winter-drop-2025',
  ]) {
    expect(files.some((file) => file.name === name)).toBe(true);
  }
  for (const [group, those] of counts) if (group !== null) expect(those.length).toBeGreaterThan(150);
});

it('gives no name twice outside the odd ones, every CID well-formed, and every collection its own metadata', () => {
  const tidy = files.filter((file) => !isOdd(file));
  expect(new Set(tidy.map(({ name }) => name)).size).toBe(tidy.length);
  for (const { cid } of tidy) if (cid !== 'pending') expect(CID.parse(cid).toString()).toBe(cid);
  expect(new Set(tidy.map(({ cid }) => cid)).size).toBeLessThan(tidy.length - 50);
  const paper = tidy.find(({ name }) => name === 'paper-automata-0412.png');
  expect([...(paper?.keyvalues?.keys() ?? [])]).toEqual(expect.arrayContaining(['rarity', 'edition']));
  expect(paper?.keyvalues?.get('edition')).toBe('412 of 4096');
});

it('gives the same size and type to files with the same content', () => {
  const tidy = files.filter((file) => !isOdd(file) && file.cid !== 'pending');
  for (const same of Map.groupBy(tidy, ({ cid }) => cid).values()) {
    expect(new Set(same.map(({ sizeBytes, mimeType }) => `${sizeBytes} ${mimeType}`)).size).toBe(1);
  }
});

it('puts the odd names last, newest first and by name', () => {
  const odd = files.filter(isOdd);
  expect(odd.length).toBe(500);
  expect(files.slice(500).some(isOdd)).toBe(false);
  const lastTidy = sortKey('type-specimen-vellum-text-italic-900.woff2');
  for (const { name } of odd) if (name !== null) expect(sortKey(name) > lastTidy).toBe(true);
  for (const pattern of [
    /<b>/,
    /\u202e/,
    /\p{Script=Arabic}/u,
    /\p{Script=Han}/u,
    /\u{1f469}\u200d/u,
    /^zz {2}leading/,
  ]) {
    expect(odd.some(({ name }) => pattern.test(name ?? ''))).toBe(true);
  }
  expect(odd.some(({ name }) => name === null)).toBe(true);
});

it('has few files that a first edit of many would be refused for', () => {
  const full = named(/^ember-court/).filter(({ keyvalues }) => (keyvalues?.size ?? 0) >= 10);
  expect(full.length).toBeGreaterThan(5);
  expect(full.length / named(/^ember-court/).length).toBeLessThan(0.03);
  expect(files.every(({ keyvalues }) => (keyvalues?.size ?? 0) <= 10)).toBe(true);
});

it('dates its files over a year and a half up to now, in order', () => {
  const created = files.map(({ createdAt }) => createdAt);
  expect(created).toEqual(created.toSorted());
  const ageMs = (text: string | undefined): number => nowMs - Date.parse(text ?? '');
  expect(ageMs(created.at(-1))).toBeGreaterThan(0);
  expect(ageMs(created.at(-1))).toBeLessThan(DAY_MS);
  expect(ageMs(created[0])).toBeGreaterThan(500 * DAY_MS);
});

it('makes thirty-odd keys in every condition, none newer than its use', () => {
  expect(keys.length).toBe(38);
  expect(new Set(keys.map(({ id }) => id)).size).toBe(38);
  for (const { createdAt, updatedAt, maxUses, uses } of keys) {
    expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
    expect(uses).toBeLessThanOrEqual(maxUses ?? Infinity);
  }
});

it('makes 90 days of uses that rise to the present count, and none before the key was there', () => {
  const history = usageHistory(1, keys, nowMs);
  expect(history.length).toBe(30);
  for (const { keyId, counts } of history) {
    const key = keys.find(({ id }) => id === keyId)!;
    const uses = counts.map((count) => count.uses);
    expect(uses).toEqual(uses.toSorted((a, b) => a - b));
    expect(uses.at(-1)).toBe(key.uses);
    expect(counts[0]!.atMs).toBeGreaterThanOrEqual(Date.parse(key.createdAt));
    expect(counts.at(-1)!.atMs).toBeLessThan(nowMs);
  }
  expect(Math.max(...history.map(({ counts }) => counts.length))).toBe(90);
});

it('serves the studio over its clock, keeps it over a reset, and adds files of its collections', async () => {
  const practice = await startedPractice({ library: 'studio', fileCount: 300, clock: { nowMs: () => nowMs } });
  const [added] = practice.control.addFiles(1);
  expect(added).toMatchObject({ name: expect.stringMatching(/^[a-z-]+/) });
  expect(practice.control.usageHistory()).toHaveLength(30);
  practice.control.reset();
  expect(practice.control.usageHistory()).toHaveLength(30);
  expect(practice.control.state().fileCount).toBe(300);
});
