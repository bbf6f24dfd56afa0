import { expect, test } from 'vitest';
import { decisionHandlers } from '../../../electron/ipc/changes/decision-handlers.ts';
import { SLICE_FILES } from '../../../electron/sync/yielding.ts';
import { fakeId } from '../../support/fake-service.ts';
import { inMemorySync } from '../push/overtaken.ts';

const FILES = SLICE_FILES + 1;

test('the same choice for every conflict leaves one open whose value changed after the person looked', async () => {
  const one = await inMemorySync(FILES);
  const { world } = one;
  const { id: connectionId } = world.connection;
  const keys = Array.from({ length: FILES }, (_, at) => ({ network: 'public' as const, id: fakeId(at + 1) }));
  one.plans.apply(await one.planned(keys, [{ kind: 'setKey', key: 'env', value: 'prod' }]), one.accountRef);
  for (let file = 1; file <= FILES; file += 1)
    world.fake.change('public', fakeId(file), { keyvalues: new Map([['env', 'theirs']]) });
  await world.push();
  const seenAtMs = world.clock.nowMs();
  const yieldToEventLoop = async (): Promise<void> => {
    await world.clock.advance(1_000);
    world.fake.change('public', fakeId(FILES), { keyvalues: new Map([['env', 'newer']]) });
    await world.copy();
  };
  const context = { ...one.slices, clock: { ...world.clock, yieldToEventLoop } };
  const decideSame = decisionHandlers(context)['changes.decideSame'];
  const reply = await decideSame({ connectionId, field: 'key:env', choice: 'mine', seenAtMs });
  await world.push();
  expect([world.served(1)!.keyvalues['env'], world.served(FILES)!.keyvalues['env']]).toEqual(['prod', 'newer']);
  expect(reply).toEqual({ ok: true, value: { files: FILES - 1 } });
});
