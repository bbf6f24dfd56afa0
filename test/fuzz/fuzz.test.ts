import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../support/database.ts';
import { serviceBodies } from './bodies.ts';
import { callsOf, coreReply, fuzzedChannels, fuzzedCore, letRun } from './calls.ts';
import { foundCalls } from './found.ts';
import { damagedProfiles, sampleProfile } from './profiles.ts';
import { fuzz, isAsItShould, lineOf, type FuzzTarget } from './target.ts';
import { importFiles, links } from './texts.ts';

const SEED = 20_261_124;
const crashOf = async <Input>(target: FuzzTarget<Input>, count: number) =>
  (await fuzz(target, { seed: SEED, count })).crash;

test('every body of a service is a result, and the token is in no failure', async () => {
  expect(await crashOf(serviceBodies, 3_000)).toBeNull();
});

test('every table and every list that is dropped in is read, or refused with a sentence', async () => {
  expect(await crashOf(importFiles, 1_000)).toBeNull();
});

test('every link leads to the page or nowhere', async () => {
  expect(await crashOf(links, 3_000)).toBeNull();
});

test('every call of every channel is answered as its contract promises, whatever is asked', async () => {
  const fuzzed = await fuzzedCore(temporaryDirectory());
  onTestFinished(() => fuzzed.core.close());
  const crashes: unknown[] = [];
  for (const name of fuzzedChannels) {
    const crash = await crashOf(callsOf(name, fuzzed), 15);
    if (crash !== null) crashes.push({ name, ...crash });
    await letRun(fuzzed);
  }
  expect(crashes).toEqual([]);
});

test('a profile that something else has written into starts or says why not, and goes on answering', async () => {
  const sample = await sampleProfile(temporaryDirectory());
  expect(await crashOf(damagedProfiles(sample), 6)).toBeNull();
});

test('what was found once is answered as it should be', async () => {
  const fuzzed = await fuzzedCore(temporaryDirectory());
  onTestFinished(() => fuzzed.core.close());
  for (const { name, input } of foundCalls)
    expect([name, await callsOf(name, fuzzed).judge(input(fuzzed.known))]).toEqual([name, null]);
});

test('what goes wrong is told with its smallest input', async () => {
  const refusesLong: FuzzTarget<string> = {
    name: 'short texts',
    inputs: fc.string({ minLength: 1, maxLength: 50 }),
    judge: (text) => Promise.resolve(text.length > 3 ? 'too long' : null),
  };
  const run = await fuzz(refusesLong, { seed: SEED, count: 100 });
  expect(run.crash?.what).toContain('too long');
  expect(run.crash?.input).toMatch(/^\["...."\]$/);
});

test('a pace or a pause that one channel left does not hold up the next', async () => {
  const fuzzed = await fuzzedCore(temporaryDirectory());
  onTestFinished(() => fuzzed.core.close());
  const [id] = fuzzed.known.uuids;
  await fuzzed.core.ask('connections.change', { id, requestsPerMinute: 2, paused: true });
  await letRun(fuzzed);
  const reply = coreReply.parse(await fuzzed.core.ask('connections.list', null));
  expect(reply).toMatchObject({ value: [{ connection: { id, requestsPerMinute: null, paused: false } }] });
});

test('an input that took too long is told, and found nothing else', () => {
  const run = { name: 'links', inputs: 7, slowestMs: 1_499.6, longestMs: 1_000, crash: null };
  expect([lineOf(run), isAsItShould(run)]).toEqual(['links: 7 inputs, TOO SLOW: 1500 ms for one, 1000 allowed', false]);
  const quick = { ...run, slowestMs: 12 };
  expect([lineOf(quick), isAsItShould(quick)]).toEqual(['links: 7 inputs, slowest 12 ms, nothing found', true]);
  const broken = { ...quick, crash: { what: 'unexpected', input: '[""]' } };
  expect([lineOf(broken), isAsItShould(broken)]).toEqual([
    'links: 7 inputs, slowest 12 ms\n  unexpected\n  smallest input: [""]',
    false,
  ]);
});
