import { describe, expect, test } from 'vitest';
import { added, profile } from '../../support/profile-world.ts';

describe('closing while a connection opens', () => {
  test('whose token is still on its way: nothing starts afterwards', async () => {
    const one = profile();
    const { id } = await added(one);
    const before = one.announced.length;
    const opening = one.connections.open(id);
    await one.connections.close();
    const afterwards = one.announced.length;
    await opening;
    await one.clock.settle();
    expect([one.connections.running(id), one.announced.length - afterwards]).toEqual([null, 0]);
    expect(afterwards).toBeGreaterThanOrEqual(before);
  });

  test('whose waiting edits are being projected: it is not started', async () => {
    const one = profile();
    const { id } = await added(one);
    await one.connections.close();
    const opening = one.connections.open(id);
    for (let turn = 0; turn < 50 && one.connections.running(id) === null; turn += 1) await Promise.resolve();
    const running = one.connections.running(id)!;
    await one.connections.close();
    await opening;
    expect(running.state.mode).toBe('noToken');
  });
});
