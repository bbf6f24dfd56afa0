import { describe, expect, test } from 'vitest';
import { fakeFile, fakeId, fileJson } from '../../support/fake-service.ts';
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
    const of = { connectionId: id, network: 'public' as const, id: fakeId(1) };
    one.tables.outbox.settle(of, JSON.stringify(fileJson(fakeFile(1))), { requestSeq: 1, settledAtMs: 1 });
    const opening = one.connections.open(id);
    while (one.connections.running(id) === null) await Promise.resolve();
    const running = one.connections.running(id)!;
    await one.connections.close();
    await opening;
    expect(running.state.mode).toBe('noToken');
  });
});
