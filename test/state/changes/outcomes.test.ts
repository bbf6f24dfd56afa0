import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import type { OutcomeGroup, OutcomeKey } from '../../../src/domain/edits/outcome-group.ts';
import { OutcomesState } from '../../../src/state/changes/outcomes.svelte.ts';
import { uuid } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';
import { aDetail, setA } from './change-sets.ts';

const refused: OutcomeGroup = { status: 'refused', message: 'no room', httpStatus: 400, files: 300 };
const settled: OutcomeGroup = { status: 'settled', message: null, httpStatus: null, files: 9_700 };

const editAt = (seq: number) => aDetail({ edit: { ...aDetail().edit, seq } });

function outcomesOf(...groups: OutcomeGroup[]) {
  const pages: { readonly outcome: OutcomeKey; readonly after: number; readonly most: number }[] = [];
  const bridge = fakeBridge({
    'changes.outcomes': () => ok({ groups }),
    'changes.tape': () => ok({ tape: 'ro', sent: null }),
    'changes.edits': ({ outcome, after, most }) => {
      pages.push({ outcome, after, most });
      return ok(Array.from({ length: most }, (_, place) => editAt(after + place + 1)));
    },
  });
  return { bridge, pages, outcomes: new OutcomesState(portsOf(bridge)) };
}

test('a large set is read by its counts and a dozen lines of what needs a person, and what is over stays folded', async () => {
  const { pages, outcomes } = outcomesOf(refused, settled);
  await outcomes.show(setA);
  expect(outcomes.groups.map(({ files, edits, isOpen }) => [files, edits.length, isOpen])).toEqual([
    [300, 12, true],
    [9_700, 0, false],
  ]);
  expect(pages).toEqual([{ outcome: { status: 'refused', message: 'no room' }, after: 0, most: 12 }]);
  expect(outcomes.tape).toBe('ro');
});

test('more lines come in pages of at most a hundred after the last one, and another set begins with a dozen again', async () => {
  const { bridge, pages, outcomes } = outcomesOf(refused);
  await outcomes.show(setA);
  await outcomes.more(outcomes.groups[0]!);
  await outcomes.more(outcomes.groups[0]!);
  expect(outcomes.groups[0]?.edits.length).toBe(212);
  expect(pages.map(({ after, most }) => [after, most])).toEqual([
    [0, 12],
    [12, 100],
    [112, 100],
  ]);
  expect(bridge.asked.filter(({ name }) => name === 'changes.tape')).toHaveLength(1);
  await outcomes.show(uuid(77));
  expect(outcomes.groups[0]?.edits.length).toBe(12);
});

test('a group that is folded by hand reads no lines until it is opened again', async () => {
  const { outcomes } = outcomesOf(refused);
  await outcomes.show(setA);
  await outcomes.toggle(outcomes.groups[0]!);
  const folded = outcomes.groups[0]!;
  await outcomes.toggle(folded);
  expect([folded.edits.length, folded.isOpen, outcomes.groups[0]?.edits.length]).toEqual([0, false, 12]);
});

test('an export that fails says why, and nothing is given to keep', async () => {
  const { bridge, outcomes } = outcomesOf(refused);
  const target = { changeSetId: setA, outcome: { status: refused.status, message: refused.message } };
  bridge.answer('changes.export', () => fail({ kind: 'notFound' }));
  expect([await outcomes.exported(target), outcomes.exportFailure]).toEqual([null, { kind: 'notFound' }]);
  bridge.answer('changes.export', () => ok({ json: '{"edits":[]}' }));
  expect([await outcomes.exported(target), outcomes.exportFailure]).toEqual(['{"edits":[]}', null]);
});

test('further lines that cannot be read leave those that are shown, and say why', async () => {
  const { bridge, outcomes } = outcomesOf(refused);
  await outcomes.show(setA);
  bridge.answer('changes.edits', () => fail({ kind: 'hostGone' }));
  await outcomes.more(outcomes.groups[0]!);
  expect([outcomes.groups[0]?.edits.length, outcomes.failure]).toEqual([12, { kind: 'hostGone' }]);
});

test('further lines of a set that was left are not shown in the one that is open by then', async () => {
  const { bridge, outcomes } = outcomesOf(refused);
  await outcomes.show(setA);
  const late = later<'changes.edits'>();
  bridge.answer('changes.edits', ({ after, most }) =>
    after === 12 ? late.reply : ok(Array.from({ length: most }, (_, place) => editAt(1_000 + after + place))),
  );
  const reading = outcomes.more(outcomes.groups[0]!);
  await outcomes.show(uuid(77));
  late.arrive([editAt(13)]);
  await reading;
  expect(outcomes.groups[0]?.edits.map(({ edit }) => edit.seq)).toEqual(
    Array.from({ length: 12 }, (_, at) => 1_000 + at),
  );
});

test('further lines that come after news of the set are read with them', async () => {
  const { bridge, outcomes } = outcomesOf(refused);
  await outcomes.show(setA);
  const late = later<'changes.edits'>();
  bridge.answer('changes.edits', ({ after, most }) =>
    after === 12 && most === 100 ? late.reply : ok(Array.from({ length: most }, (_, at) => editAt(after + at + 1))),
  );
  const reading = outcomes.more(outcomes.groups[0]!);
  bridge.answer('changes.edits', ({ after, most }) =>
    ok(Array.from({ length: most }, (_, at) => editAt(after + at + 1))),
  );
  bridge.answer('changes.outcomes', () => ok({ groups: [{ ...refused, files: 200 }] }));
  await outcomes.show(setA);
  late.arrive([editAt(13)]);
  await reading;
  expect(outcomes.groups.map(({ files, edits }) => [files, edits.length])).toEqual([[200, 112]]);
});

test('a set whose counts or lines cannot be read says why, and shows what it showed', async () => {
  const { bridge, outcomes } = outcomesOf(refused);
  await outcomes.show(setA);
  bridge.answer('changes.edits', () => fail({ kind: 'hostGone' }));
  await outcomes.show(setA);
  expect([outcomes.failure, outcomes.groups[0]?.edits.length]).toEqual([{ kind: 'hostGone' }, 12]);
  bridge.answer('changes.outcomes', () => fail({ kind: 'notFound' }));
  await outcomes.show(setA);
  expect([outcomes.failure, outcomes.groups.length]).toEqual([{ kind: 'notFound' }, 1]);
});

test('a group that has fewer lines by now than it was counted with ends with them', async () => {
  const { bridge, outcomes } = outcomesOf(refused);
  let asked = 0;
  bridge.answer('changes.edits', ({ after }) => {
    if (++asked > 2) throw new Error('It is asked for without end');
    return ok(after === 0 ? [editAt(1), editAt(2)] : []);
  });
  await outcomes.show(setA);
  expect(outcomes.groups[0]?.edits.length).toBe(2);
});
