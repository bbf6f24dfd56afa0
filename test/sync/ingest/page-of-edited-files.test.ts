import { expect, test } from 'vitest';
import { applyListedPage } from '../../../electron/sync/ingest/apply-remote-record.ts';
import type { Tables } from '../../../electron/sync/ports.ts';
import { fakeFile } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

const FILES = 250;

test('a page of files with waiting edits is compared in slices, between which others are answered', async () => {
  let compared = 0;
  const counting = (tables: Tables): Tables => ({
    ...tables,
    outbox: {
      ...tables.outbox,
      unresolvedAttempt: (of) => {
        compared += 1;
        return tables.outbox.unresolvedAttempt(of);
      },
    },
  });
  const world = new SyncWorld({ tables: counting });
  for (let number = 1; number <= FILES; number++) world.fake.put(fakeFile(number));
  await world.copy();
  for (let number = 1; number <= FILES; number++) world.queue.hold([world.edit(number, { name: 'mine' })]);
  const page = await world.fake.listFiles('public', null, FILES, new AbortController().signal);
  if (!page.ok) throw new Error(page.failure.kind);
  const atPauses: number[] = [];
  compared = 0;
  world.clock.onYield = () => void atPauses.push(compared);
  const requestSeq = world.outbox.nextRequestSeq();
  await applyListedPage(world.ports, { files: page.value.items, scanId: null, requestSeq });
  expect([compared, atPauses.filter((count) => count > 0)]).toEqual([FILES, [100, 200]]);
});
