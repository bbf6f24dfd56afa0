import { afterEach, describe, expect, test } from 'vitest';
import { playBatch } from './batch.ts';
import { Crew } from './simulated-clients.ts';

const crews: Crew[] = [];
afterEach(async () => {
  for (const one of crews.splice(0)) await one.end();
});

function crewOf(size: number, program?: string): Crew {
  const crew = program === undefined ? new Crew(size) : new Crew(size, new URL(`data:text/javascript,${program}`));
  crews.push(crew);
  return crew;
}

describe('seeds on several threads', () => {
  test('break as they do on one', async () => {
    const batch = { from: 1, seeds: 250, control: 'believing lists that began before the settle' };
    const played = await crewOf(2).play(batch);
    expect(played.broken.length).toBeGreaterThan(50);
    expect(played).toEqual({ ...(await playBatch(batch)), seeds: 250 });
  });

  test('end early with the first ones of the batch, each played to its end', async () => {
    const stop = new AbortController();
    const whole = crewOf(2).play({ from: 1, seeds: 1_000_000, control: null }, stop.signal);
    stop.abort();
    const { seeds, broken, tally } = await whole;
    expect(seeds).toBe(200);
    expect({ broken, tally }).toEqual(await playBatch({ from: 1, seeds, control: null }));
  });

  test('are worth nothing when a thread dies', async () => {
    const thrown = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw 1 })`;
    await expect(crewOf(2, thrown).play({ from: 1, seeds: 10, control: null })).rejects.toThrow('A worker died at');
    const left = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(0))`;
    await expect(crewOf(1, left).play({ from: 1, seeds: 10, control: null })).rejects.toThrow('seeds 1 to 10');
  });

  test('are not played without a rule that nobody knows', async () => {
    await expect(crewOf(1).play({ from: 1, seeds: 10, control: 'no such rule' })).rejects.toThrow('A worker died');
  });
});
