import { afterAll, expect, test } from 'vitest';
import { appFromSources } from '../torture/app-process.ts';
import { endChildren } from '../torture/children.ts';
import { scratch } from '../torture/scratch.ts';
import { blindClient, mistakes } from './blind-client.ts';
import { playCampaign } from './campaign.ts';
import { checkHistory, type Fault } from './checker/check-history.ts';
import { RealWorkstation } from './workstation.ts';

const own = scratch();
afterAll(() => {
  endChildren();
  own.remove();
});

const few = { seed: 1, workstations: 3, files: 12, actions: 10, isRough: false, patienceMs: 90_000 };

test('three workstations that lose network and process agree in the end: no edit lost, doubled or laid over another', async () => {
  const history = await playCampaign({
    ...few,
    open: (_station, { baseUrl }) =>
      new RealWorkstation({ program: appFromSources, profile: own.folder(), cache: own.directory, baseUrl }),
  });
  const found = checkHistory(history);
  expect(found.faults).toEqual([]);
  expect(found.edits).toBeGreaterThan(5);
  expect(found.writes).toBeGreaterThan(5);
});

test.each(mistakes)('a client that is %s is found', async (mistake) => {
  const kinds: Record<(typeof mistakes)[number], Fault['kind']> = {
    ...{ blind: 'overwritten', forgetful: 'lost', repeating: 'doubled' },
  };
  const found = new Set<string>();
  for (let seed = 1; seed <= 6 && !found.has(kinds[mistake]); seed += 1) {
    const busy = { ...few, seed, files: 3, actions: 30, isRough: true, patienceMs: 500 };
    const history = await playCampaign({ ...busy, open: (_station, { baseUrl }) => blindClient(baseUrl, mistake) });
    for (const { kind } of checkHistory(history).faults) found.add(kind);
  }
  expect([...found]).toContain(kinds[mistake]);
});
