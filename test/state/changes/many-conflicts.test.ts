import { expect, test } from 'vitest';
import type { Conflict } from '../../../src/contract/changes.ts';
import type { Input } from '../../../src/contract/index.ts';
import { fileId } from '../../../src/domain/core/ids.ts';
import { keyField } from '../../../src/domain/files/field.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { ChangeSetState } from '../../../src/state/changes/change-set.svelte.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';
import { aDetail, aSet, setA } from './change-sets.ts';

const aConflict = (over: Partial<Conflict>): Conflict => ({
  ...{ key: { network: 'public', id: fileId.parse('f1') }, fileName: 'aurora.png', field: 'name' },
  ...{ base: 'aurora.png', mine: 'dawn.png', server: 'dusk.png', serverSeenAtMs: 1, editIds: [] },
  ...over,
});

/** A change set whose one file has conflicts, beside which there may be others everywhere. */
async function opened(conflicts: readonly Conflict[], everywhere = conflicts) {
  const parts: Input<'changes.decide'>['part'][] = [];
  const decided: Input<'changes.decide'>['decisions'][] = [];
  const same: Input<'changes.decideSame'>[] = [];
  const bridge = fakeBridge({
    'changes.set': () => ok({ row: aSet({ conflicted: 1 }), edits: [aDetail()] }),
    'changes.conflicts': ({ changeSetId }) => ok([...(changeSetId === null ? everywhere : conflicts)]),
    'changes.decide': ({ decisions, part }) => {
      decided.push(decisions);
      parts.push(part);
      return ok(null);
    },
    'changes.decideSame': (input) => {
      same.push(input);
      return ok({ files: 1 });
    },
  });
  const set = new ChangeSetState(portsOf(bridge));
  await set.open(setA);
  return { bridge, set, decided, parts, same };
}

const fields = (count: number): Conflict[] =>
  Array.from({ length: count }, (_, number) => aConflict({ field: keyField(`key ${number}`) }));

test('more fields than one question takes are decided by several, in their order, as one step of undo', async () => {
  const { set, decided, parts } = await opened(fields(230));
  await set.keepServer(set.conflicts[0]!);
  expect([decided.map((some) => some.length), decided[2]?.at(-1)?.field]).toEqual([
    [100, 100, 30],
    keyField('key 229'),
  ]);
  expect(parts).toEqual(['first', 'further', 'further']);
});

test('fields that were not decided are left where the ones before could not be', async () => {
  const { bridge, set } = await opened(fields(101));
  bridge.answer('changes.decide', () => fail({ kind: 'changedSince' }));
  await set.keepServer(set.conflicts[0]!);
  const asked = bridge.asked.filter(({ name }) => name === 'changes.decide');
  expect([asked.length, set.actionFailure]).toEqual([1, { kind: 'changedSince' }]);
});

test('a choice goes to the same field of two hundred thousand files', async () => {
  const everywhere = Array.from({ length: 200_000 }, (_, number) => aConflict({ serverSeenAtMs: number }));
  const { set, same } = await opened([aConflict({})], everywhere);
  await set.useEverywhere('name', 'mine');
  expect(same).toMatchObject([{ field: 'name', choice: 'mine', seenAtMs: 199_999 }]);
});
