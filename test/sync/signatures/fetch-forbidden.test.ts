import { describe, expect, test } from 'vitest';
import { connectionA } from '../../support/builders.ts';
import { answered, failing } from '../push/failures.ts';
import { cidOf, contentOf, SignatureWorld } from './signature-world.ts';

/** A service that forbids this token to read some signatures, and a job that wants those of 0 to 11. */
async function forbidding(isForbidden: (number: number) => boolean): Promise<SignatureWorld> {
  const world = new SignatureWorld();
  world.putSigned(0, 12);
  const numbers = Array.from({ length: 12 }, (_, number) => number);
  const forbidden = new Set(numbers.filter(isForbidden).map(cidOf));
  world.fake.faultOf = ({ input }) => (forbidden.has(String(input[1])) ? failing(answered(403)) : null);
  world.fetches.begin(connectionA, numbers.map(contentOf), true);
  await world.clock.settle();
  return world;
}

async function goOn(world: SignatureWorld): Promise<void> {
  world.learnt = { ...world.learnt, signatures: { kind: 'notChecked' } };
  world.fetches.goOn(connectionA);
  await world.clock.settle();
}

const state = (world: SignatureWorld) => world.fetches.state(connectionA);

describe('a job for signatures of which a token may read some', () => {
  test('fetches them, and says of the others that they failed', async () => {
    const world = await forbidding((number) => number % 3 === 2);
    expect(state(world)).toMatchObject({ status: 'done', done: 12, failed: 4, failure: '403: "status 403"' });
    expect(world.learnt.signatures.kind).toBe('yes');
  });

  test('asks for a forbidden one twice at most', async () => {
    const world = await forbidding((number) => number === 5);
    expect(world.asked.filter(({ cid }) => cid === cidOf(5))).toHaveLength(2);
  });

  test('goes on past the first ones, where those are forbidden, once a person wants it to', async () => {
    const world = await forbidding((number) => number < 4);
    expect(state(world)).toMatchObject({ status: 'notAllowed', done: 0 });
    await goOn(world);
    expect(state(world)).toMatchObject({ status: 'done', done: 12, failed: 4 });
  });
});

test('a token that may read none of them stops the job at once, and loses none of it', async () => {
  const world = await forbidding(() => true);
  expect([state(world), world.asked.length]).toMatchObject([{ status: 'notAllowed', done: 0, failed: 0 }, 4]);
  expect(world.learnt.signatures.kind).toBe('no');
  world.fake.faultOf = () => null;
  await goOn(world);
  expect(state(world)).toMatchObject({ status: 'done', done: 12, failed: 0 });
});
