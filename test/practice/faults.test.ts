import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { FaultSettingsChange } from '../../electron/practice/faults/fault-settings.ts';
import { refusal, startedPractice } from './started-practice.ts';

type FaultPlan = NonNullable<FaultSettingsChange['faults']>[number];

/** A service that meets the next update with the fault, and that update's outcome. */
async function updateUnder(fault: FaultPlan) {
  const practice = await startedPractice();
  const { id } = await practice.anyFile();
  practice.control.changeSettings({ faults: [{ ...fault, method: 'PUT', times: 1 }] });
  const outcome = await practice.put(id, { name: 'new' }).then(
    async (response) => ({ response, text: await response.text().catch(() => 'broken off') }),
    () => 'no answer' as const,
  );
  const name = async () => (await practice.file(id)).name;
  const entry = practice.control.requests().findLast(({ method }) => method === 'PUT');
  return { practice, id, outcome, name, entry };
}

it.each([
  [{ kind: 'error', status: 500 }, 500],
  [{ kind: 'error', status: 409 }, 409],
  [{ kind: 'rateLimit', retryAfterSeconds: 2 }, 429],
  [{ kind: 'html' }, 200],
  [{ kind: 'answer', status: 200, contentType: null, body: '' }, 200],
  [{ kind: 'answer', status: 204, contentType: null, body: '' }, 204],
] as const)('answers %j without applying the change, once', async (fault, status) => {
  const { practice, id, outcome, name, entry } = await updateUnder(fault);
  expect(outcome).toMatchObject({ response: { status } });
  expect(entry).toMatchObject({ status, applied: false, fault: fault.kind });
  expect(await name()).not.toBe('new');
  expect((await practice.put(id, { name: 'new' })).status).toBe(200);
});

it('says how long to wait under a rate limit, even in words that make no sense', async () => {
  const practice = await startedPractice();
  for (const retryAfterSeconds of [2, -5, 'abc', 'Wed, 21 Oct 2099 07:28:00 GMT']) {
    practice.control.changeSettings({ faults: [{ kind: 'rateLimit', retryAfterSeconds }] });
    expect((await practice.ask('/api_keys')).headers.get('Retry-After')).toBe(String(retryAfterSeconds));
  }
});

it('redirects to wherever it is told', async () => {
  const practice = await startedPractice();
  practice.control.changeSettings({ faults: [{ kind: 'redirect', location: 'http://127.0.0.1:1/' }] });
  const response = await practice.ask('/api_keys', { redirect: 'manual' });
  expect([response.status, response.headers.get('Location')]).toEqual([307, 'http://127.0.0.1:1/']);
});

it('answers with a page of a captive portal', async () => {
  const { outcome } = await updateUnder({ kind: 'html' });
  expect(outcome).toMatchObject({ text: expect.stringContaining('Please log in') });
});

it('drops the connection before applying the change', async () => {
  const { outcome, name, entry } = await updateUnder({ kind: 'dropBeforeApply' });
  expect(outcome).toBe('no answer');
  expect(entry).toMatchObject({ status: null, applied: false });
  expect(await name()).not.toBe('new');
});

it('drops the connection after applying the change', async () => {
  const { outcome, name, entry } = await updateUnder({ kind: 'dropAfterApply' });
  expect(outcome).toBe('no answer');
  expect(entry).toMatchObject({ status: null, applied: true });
  expect(await name()).toBe('new');
});

it('applies a change after the connection was dropped', async () => {
  const { practice, outcome, name } = await updateUnder({ kind: 'lateApply', delayMs: 1_500 });
  expect(outcome).toBe('no answer');
  expect(await name()).not.toBe('new');
  await expect.poll(name).toBe('new');
  expect(practice.control.requests().find(({ method }) => method === 'PUT')).toMatchObject({
    status: null,
    applied: true,
  });
});

it.each([0, 1, 40])('breaks the body off after %i bytes, having applied the change', async (keepBytes) => {
  const { outcome, name } = await updateUnder({ kind: 'cutBody', keepBytes });
  expect(outcome).toMatchObject({ response: { status: 200 }, text: 'broken off' });
  expect(await name()).toBe('new');
});

it('answers with bytes that are not JSON', async () => {
  const { outcome, name } = await updateUnder({ kind: 'garbage' });
  expect(outcome).toMatchObject({ response: { status: 200 } });
  expect(() => JSON.parse(outcome === 'no answer' ? '{}' : outcome.text)).toThrow(SyntaxError);
  expect(await name()).toBe('new');
});

it('answers with the record of another file', async () => {
  const { id, outcome, name } = await updateUnder({ kind: 'wrongRecord' });
  expect(outcome).not.toMatchObject({ text: expect.stringContaining(id) });
  expect(await name()).toBe('new');
});

it('says nothing until the caller gives up', async () => {
  const practice = await startedPractice();
  practice.control.changeSettings({ faults: [{ kind: 'silence' }] });
  await expect(practice.ask('/api_keys', { signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout');
  await expect.poll(() => practice.control.requests().at(-1)?.durationMs).not.toBeNull();
});

it('stalls or trickles a body that has begun', async () => {
  const practice = await startedPractice();
  for (const fault of [{ kind: 'stallBody' }, { kind: 'trickle', bytesPerSecond: 1 }] as const) {
    practice.control.changeSettings({ faults: [fault] });
    const giveUp = new AbortController();
    const response = await practice.ask('/api_keys', { signal: giveUp.signal });
    const body = response.text();
    expect(response.status).toBe(200);
    expect(practice.control.requests().at(-1)?.durationMs).toBeNull();
    giveUp.abort(new Error('given up'));
    await expect(body).rejects.toThrow('given up');
  }
});

it('spends a fault on the requests it is meant for only', async () => {
  const practice = await startedPractice();
  practice.control.changeSettings({
    faults: [
      { kind: 'error', status: 503, method: 'get', pathContains: '/api_keys', times: 2 },
      { kind: 'error', status: 502, method: 'DELETE' },
    ],
  });
  const statuses: number[] = [];
  for (const path of ['/files/public', '/api_keys', '/api_keys', '/api_keys']) {
    statuses.push((await practice.ask(path)).status);
  }
  expect(statuses).toEqual([200, 503, 503, 200]);
  expect(practice.control.state().switches.faults).toEqual([{ kind: 'error', status: 502, method: 'DELETE' }]);
});

it('limits requests by the minute and by the caller', async () => {
  let nowMs = 60_000;
  const practice = await startedPractice({ clock: { nowMs: () => nowMs }, switches: { rateLimitPerMinute: 2 } });
  const first = await practice.ask('/api_keys');
  expect(first.headers.get('X-RateLimit-Remaining')).toBe('1');
  await practice.ask('/api_keys');
  nowMs += 50_000;
  const third = await practice.ask('/api_keys');
  expect(third.status).toBe(429);
  expect((await refusal(third)).code).toBe(429);
  expect(third.headers.get('Retry-After')).toBe('10');
  expect(third.headers.get('X-RateLimit-Limit')).toBe('2');
  expect(third.headers.get('X-RateLimit-Reset')).toBe('120');
  expect((await practice.ask('/api_keys', {}, practice.tokens.keysOnly)).status).toBe(200);
  nowMs += 10_000;
  expect((await practice.ask('/api_keys')).status).toBe(200);
});

it('ends every new connection at once while it is offline', async () => {
  const practice = await startedPractice();
  await practice.ask('/api_keys').then((response) => response.text());
  practice.control.changeSettings({ offline: true });
  await expect(practice.ask('/api_keys')).rejects.toThrow('fetch failed');
  const socket = connect(Number(new URL(practice.baseUrl).port), '127.0.0.1');
  await once(socket, 'close');
  practice.control.changeSettings({ offline: false });
  expect((await practice.ask('/api_keys')).status).toBe(200);
});

it('cuts the requests that are under way when it goes offline', async () => {
  const practice = await startedPractice({ switches: { latencyMs: 60_000 } });
  const pending = practice.ask('/api_keys').catch((error: unknown) => error);
  await expect.poll(() => practice.control.requests()).toHaveLength(1);
  practice.control.changeSettings({ offline: true });
  expect(await pending).toBeInstanceOf(TypeError);
});

it('takes its time when told to', async () => {
  const practice = await startedPractice({ switches: { latencyMs: 120 } });
  const startedMs = performance.now();
  await practice.ask('/api_keys');
  expect(performance.now() - startedMs).toBeGreaterThan(110);
});

it('applies a slow change although the caller has closed the connection', async () => {
  const practice = await startedPractice();
  const { id } = await practice.anyFile();
  practice.control.changeSettings({ latencyMs: 150 });
  const init = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{"name":"slow"}' };
  const giveUp = new AbortController();
  const pending = practice.ask(`/files/public/${id}`, { ...init, signal: giveUp.signal });
  const updates = () => practice.control.requests().filter(({ method }) => method === 'PUT');
  await expect.poll(updates, { interval: 1 }).toHaveLength(1);
  giveUp.abort(new Error('given up'));
  await expect(pending).rejects.toThrow('given up');
  await expect.poll(() => practice.control.file(id)).toMatchObject({ name: 'slow' });
});

it('never applies a late change once it is closed', async () => {
  const { practice } = await updateUnder({ kind: 'lateApply', delayMs: 3_000 });
  await practice.close();
  await pause(50);
  const entry = practice.control.requests().find(({ method }) => method === 'PUT');
  expect(entry).toMatchObject({ applied: false, bug: null });
});
