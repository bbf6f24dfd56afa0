import { expect, test } from 'vitest';
import type { DuplicatesRow } from '../../../src/contract/duplicates.ts';
import { ok } from '../../../src/domain/core/result.ts';
import { DuplicatesState } from '../../../src/state/files/duplicates.svelte.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const aRow: DuplicatesRow = { kind: 'group', cid: null, files: 2, names: 1, networks: 1 };

test('the rows in sight come with the next search too, wherever the list was scrolled to', async () => {
  let findId = 0;
  const bridge = fakeBridge({
    'sameContent.find': () => ok({ findId: ++findId, groups: 500, files: 1_000, atMs: 0 }),
    'sameContent.window': ({ from, to }) => ok({ rows: Array.from({ length: to - from }, () => aRow) }),
  });
  const duplicates = new DuplicatesState(portsOf(bridge));
  await duplicates.look();
  await duplicates.rows.show(1_200, 1_240);
  await duplicates.look();
  expect([duplicates.found?.findId, duplicates.rows.at(1_210)]).toEqual([2, aRow]);
});

test('a search that is under way is not begun a second time', async () => {
  const finding = later<'sameContent.find'>();
  const bridge = fakeBridge({
    'sameContent.find': () => finding.reply,
    'sameContent.window': () => ok({ rows: [aRow] }),
  });
  const duplicates = new DuplicatesState(portsOf(bridge));
  const looking = duplicates.look();
  await duplicates.look();
  finding.arrive({ findId: 1, groups: 1, files: 0, atMs: 0 });
  await looking;
  expect(bridge.asked.map(({ name }) => name)).toEqual(['sameContent.find', 'sameContent.window']);
});
