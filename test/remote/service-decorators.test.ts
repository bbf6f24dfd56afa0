import { expect, test } from 'vitest';
import { RateLimit } from '../../electron/remote/rate-limit.ts';
import {
  rateLimited,
  readOnlyService,
  unauthenticatedService,
  unlimited,
} from '../../electron/remote/service-decorators.ts';
import type { PacedService, Service } from '../../electron/remote/service.ts';
import { fakeFile, fakeId, FakeService } from '../support/fake-service.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { never } from './asking.ts';

/** A minute has 12 turns: two at once, and one every 6 s after them. */
const PER_MINUTE = 12;
const INTERVAL_MS = 6_000;

function limitedWorld(perMinute = PER_MINUTE) {
  const clock = new ManualClock();
  const fake = new FakeService();
  fake.put(fakeFile(1), fakeFile(2), fakeFile(3));
  const service = rateLimited(fake, new RateLimit(perMinute, clock));
  const reserved = async (requests: number) => {
    const reservation = await service.reserve(requests, never);
    if (reservation === null) throw new Error('Nothing was reserved');
    return reservation;
  };
  const asked = () => fake.calls.map(({ name, input }) => [name, ...input].join(' '));
  return { clock, service, reserved, asked };
}

const reading = (service: Service, number: number, signal = never) =>
  service.readFile('public', fakeId(number), signal);

test('reserved requests start without a wait between them, and their turns are used up', async () => {
  const { clock, reserved, asked } = limitedWorld();
  const reservation = await reserved(2);
  expect(reservation.left()).toBe(2);
  await reading(reservation.service, 1);
  expect(reservation.left()).toBe(1);
  await reservation.service.updateFile('public', fakeId(1), '{}', never);
  expect(reservation.left()).toBe(0);
  expect(asked()).toEqual([`readFile public ${fakeId(1)}`, `updateFile public ${fakeId(1)} {}`]);
  expect(clock.wakes).toBe(0);
});

test('a request beyond the reserved ones waits for its turn, ahead of work that has not begun', async () => {
  const { clock, service, reserved, asked } = limitedWorld();
  const { service: begun, left } = await reserved(1);
  await reading(begun, 1);
  await reading(service, 1);
  const others = reading(service, 2);
  const beyond = reading(begun, 3);
  await clock.settle();
  expect(asked()).toHaveLength(2);
  await clock.advance(INTERVAL_MS);
  expect(asked().slice(2)).toEqual([`readFile public ${fakeId(3)}`]);
  expect((await beyond).ok).toBe(true);
  await clock.advance(INTERVAL_MS);
  expect((await others).ok).toBe(true);
  expect(left()).toBe(0);
});

test('a request beyond the reserved ones that is given up while it waits is never sent', async () => {
  const { clock, reserved, asked } = limitedWorld();
  const { service: begun } = await reserved(2);
  await reading(begun, 1);
  await reading(begun, 1);
  const giving = new AbortController();
  const beyond = reading(begun, 2, giving.signal);
  giving.abort();
  await clock.advance(10 * INTERVAL_MS);
  expect(await beyond).toEqual({ ok: false, failure: { kind: 'notSent', detail: 'given up before it was sent' } });
  expect(asked()).toHaveLength(2);
});

test('turns that no request used go to whoever waits, and are given back once only', async () => {
  const { clock, service, reserved, asked } = limitedWorld();
  const reservation = await reserved(2);
  await reading(reservation.service, 1);
  const waiting = [2, 3].map((number) => reading(service, number));
  await clock.settle();
  expect(asked()).toHaveLength(1);
  reservation.release();
  reservation.release();
  await clock.settle();
  expect(asked()).toHaveLength(2);
  expect(reservation.left()).toBe(0);
  await clock.advance(INTERVAL_MS);
  expect((await Promise.all(waiting)).map(({ ok }) => ok)).toEqual([true, true]);
});

test('nothing is reserved for work that was given up', async () => {
  const { service } = limitedWorld();
  expect(await service.reserve(2, AbortSignal.abort())).toBeNull();
});

const narrowed = { limitedUse: true, exhausted: false, name: 'build' };

/** Makes every call, and returns what arrived at the service behind `wrap`. */
async function passedOn(wrap: (inner: Service) => Service): Promise<readonly unknown[]> {
  const arrived: unknown[] = [];
  const noted =
    (name: string) =>
    async (...input: readonly unknown[]) => {
      arrived.push([name, ...input]);
      return { ok: false, failure: { kind: 'noAnswer', detail: name } } as const;
    };
  const service = wrap({
    updateFile: noted('updateFile'),
    readFile: noted('readFile'),
    listFiles: noted('listFiles'),
    listKeys: noted('listKeys'),
    signature: noted('signature'),
  });
  const answers = [
    await service.updateFile('private', fakeId(1), '{"name":"new"}', never),
    await service.readFile('public', fakeId(2), never),
    await service.listFiles('public', 'token', 5, never, 'newestFirst', keepAll),
    await service.listKeys(20, true, never, narrowed),
    await service.signature('public', 'bafy1', never),
  ];
  return [arrived, answers.map((answer) => (answer.ok ? null : answer.failure))];
}

const keepAll = <Row>(rows: readonly Row[]): readonly Row[] => rows;

test.each<[string, (inner: Service) => Service]>([
  ['in its turn', (inner) => rateLimited(inner, new RateLimit(600, new ManualClock()))],
  ['without a wait', unlimited],
  ['where edits are allowed', (inner) => readOnlyService(unlimited(inner), () => false)],
])('a call %s reaches the service as it was made, and so does its answer', async (_how, wrap) => {
  expect(await passedOn(wrap)).toEqual(await passedOn((inner) => inner));
});

test('a service without a limit reserves as many turns as anybody wants', async () => {
  const fake = new FakeService();
  fake.put(fakeFile(1));
  const reservation = await unlimited(fake).reserve(1, never);
  expect(reservation?.left()).toBe(Infinity);
  await reading(reservation!.service, 1);
  reservation?.release();
  expect([reservation?.left(), fake.calls.length]).toEqual([Infinity, 1]);
});

test('without a token nothing is sent, whatever is asked', async () => {
  const [, failures] = await passedOn(() => unauthenticatedService);
  expect(failures).toEqual(Array(5).fill({ kind: 'notSent', detail: 'there is no token' }));
});

function readOnlyWorld(isReadOnly: () => boolean, paced: (fake: FakeService) => PacedService = unlimited) {
  const fake = new FakeService();
  fake.put(fakeFile(1));
  return { fake, service: readOnlyService(paced(fake), isReadOnly) };
}

const renaming = (service: Service) => service.updateFile('public', fakeId(1), '{"name":"new"}', never);
const refused = { ok: false, failure: { kind: 'notSent', detail: 'this connection is read-only' } };

test('a read-only connection sends no update, and reads as ever: by an update without fields too', async () => {
  const { fake, service } = readOnlyWorld(() => true);
  expect(await renaming(service)).toEqual(refused);
  expect(await service.updateFile('public', fakeId(1), '{}', never)).toMatchObject({ ok: true });
  expect(await reading(service, 1)).toMatchObject({ ok: true });
  expect(fake.calls.map(({ name }) => name)).toEqual(['updateFile', 'readFile']);
  expect(fake.file('public', fakeId(1))?.name).toBe('file 1');
});

test('a read-only connection sends no update in reserved turns either', async () => {
  const { fake, service } = readOnlyWorld(() => true);
  const reservation = await service.reserve(2, never);
  expect(await renaming(reservation!.service)).toEqual(refused);
  expect(await reading(reservation!.service, 1)).toMatchObject({ ok: true });
  expect([reservation?.left(), fake.calls.map(({ name }) => name)]).toEqual([Infinity, ['readFile']]);
});

test('whether a connection is read-only is asked for every update anew', async () => {
  let isReadOnly = false;
  const { service } = readOnlyWorld(() => isReadOnly);
  const reservation = await service.reserve(2, never);
  expect(await renaming(service)).toMatchObject({ ok: true });
  expect(await renaming(reservation!.service)).toMatchObject({ ok: true });
  isReadOnly = true;
  expect(await renaming(service)).toEqual(refused);
  expect(await renaming(reservation!.service)).toEqual(refused);
});

test('a read-only connection whose work was given up has nothing reserved', async () => {
  const limited = (fake: FakeService) => rateLimited(fake, new RateLimit(PER_MINUTE, new ManualClock()));
  const { service } = readOnlyWorld(() => true, limited);
  expect(await service.reserve(2, AbortSignal.abort())).toBeNull();
});
