import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { conflictRule } from '../../../src/domain/connections/connection.ts';
import {
  coalesced,
  type CoalescedChange,
  coalescedConflicts,
  compare,
  withoutEndedConflicts,
} from '../../../src/domain/edits/coalesce.ts';
import { dryRunFile } from '../../../src/domain/edits/dry-run/dry-run.ts';
import { type ChangeStatus, type FieldChange, projectedRecord } from '../../../src/domain/edits/edit.ts';
import { inverseOf } from '../../../src/domain/edits/new-edit.ts';
import { decidedByRule, mergeFile } from '../../../src/domain/edits/three-way-merge.ts';
import { type Field, fieldValue, type FieldValue, withField } from '../../../src/domain/files/field.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { anyRecord, anyValue, fewFields, held, RUNS } from '../arbitraries.ts';
import { aChange, aRecord } from '../builders.ts';

vi.setConfig({ testTimeout: 60_000 });

type Requested = readonly [Field, FieldValue];
const anyRequests: fc.Arbitrary<readonly Requested[]> = fc.array(fc.tuple(fewFields, anyValue), { maxLength: 8 });

/** Edits as a person makes them: each starts from what is shown. */
function edits(record: FileRecord, requests: readonly Requested[], firstSeq = 1): readonly FieldChange[] {
  return requests.reduce<readonly FieldChange[]>((made, [field, mine]) => {
    const base = fieldValue(projectedRecord(record, made), field);
    return [...made, aChange(firstSeq + made.length, base, mine, 'queued', field)];
  }, []);
}

const asChange = ({ field, base, mine, steps }: CoalescedChange): FieldChange =>
  aChange(steps[0]?.seq ?? 0, base, mine, 'queued', field);
const composed = (changes: readonly FieldChange[]): readonly FieldChange[] => coalesced(changes).map(asChange);
const byField = (changes: readonly FieldChange[]) =>
  new Map(changes.map(({ field, base, mine }) => [field, { base, mine }]));

describe('composition', () => {
  test('of waiting edits equals carrying them out one after another', () => {
    fc.assert(
      fc.property(anyRecord, anyRequests, (record, requests) => {
        const changes = edits(record, requests);
        const oneByOne = requests.reduce((now, [field, value]) => withField(now, field, value), record);
        expect(held(projectedRecord(record, composed(changes)))).toEqual(held(oneByOne));
        for (const { field, base } of composed(changes)) expect(base).toBe(fieldValue(record, field));
      }),
      RUNS,
    );
  });

  test('is associative: it does not matter which part is composed first', () => {
    fc.assert(
      fc.property(anyRecord, anyRequests, fc.nat(8), fc.nat(8), (record, requests, i, j) => {
        const all = edits(record, requests);
        const [from, to] = [Math.min(i, j), Math.max(i, j)];
        const [a, b, c] = [all.slice(0, from), all.slice(from, to), all.slice(to)];
        const left = composed([...composed([...a, ...b]), ...c]);
        const right = composed([...a, ...composed([...b, ...c])]);
        expect(byField(left)).toEqual(byField(composed(all)));
        expect(byField(right)).toEqual(byField(composed(all)));
      }),
      RUNS,
    );
  });
});

const valuesIn = (record: FileRecord) => (field: Field) => fieldValue(record, field);

describe('taking back', () => {
  test('what was sent gives back the record as it was, whatever it held', () => {
    fc.assert(
      fc.property(anyRecord, anyRequests, (record, requests) => {
        const changes = edits(record, requests);
        const after = projectedRecord(record, changes);
        const settled = changes.map((one) => ({ ...one, status: 'settled' as const }));
        const inverse = inverseOf(settled, settled, valuesIn(after)).map(({ field, base, mine }, at) =>
          aChange(100 + at, base, mine, 'queued', field),
        );
        expect(held(projectedRecord(after, inverse))).toEqual(held(record));
        for (const one of inverse) expect(one.base).not.toBe(one.mine);
      }),
      RUNS,
    );
  });

  test('ends at the value under all that was sent, in whatever order it comes, and starts from an own one', () => {
    const changes = [aChange(4, 'b', 'c', 'settled'), aChange(1, 'a', 'b', 'settled')];
    const shown = (name: string) => valuesIn(aRecord({ name }));
    const backFrom = (base: string) => [{ field: 'name', base, mine: 'a' }];
    expect(inverseOf(changes, changes, shown('c'))).toEqual(backFrom('c'));
    expect(inverseOf(changes, changes, shown('b'))).toEqual(backFrom('b'));
    expect(inverseOf(changes, changes, shown('theirs'))).toEqual(backFrom('c'));
    expect(inverseOf(changes, changes, shown('a'))).toEqual([]);
    const typedSince = aChange(5, 'theirs', 'd');
    expect(inverseOf(changes, [...changes, typedSince], shown('d'))).toEqual(backFrom('d'));
  });
});

const chain = (base: FieldValue, mine: FieldValue): CoalescedChange => ({
  field: 'name',
  base,
  mine,
  steps: [aChange(1, base, mine)],
});
const few = fc.constantFrom<FieldValue>(null, '', 'a', 'b', '__proto__', 'null');

describe('the three-way comparison', () => {
  test('finds the same conflicts from either side', () => {
    fc.assert(
      fc.property(few, few, few, (base, mine, server) => {
        fc.pre(mine !== base && server !== base);
        expect(compare(chain(base, mine), server).kind).toBe(compare(chain(base, server), mine).kind);
      }),
      RUNS,
    );
  });

  test('calls the same value on both sides done, and a change on one side only no conflict', () => {
    fc.assert(
      fc.property(few, few, (base, mine) => {
        expect(compare(chain(base, mine), mine).kind).toBe('alreadyThere');
        expect(compare(chain(base, mine), base).kind).toBe(mine === base ? 'alreadyThere' : 'send');
      }),
      RUNS,
    );
  });
});

const statuses: readonly ChangeStatus[] = ['queued', 'held', 'conflicted', 'refused', 'gone', 'settled', 'discarded'];
const anyChanges: fc.Arbitrary<readonly FieldChange[]> = fc
  .array(fc.tuple(few, few, fc.constantFrom(...statuses), fewFields), { maxLength: 8 })
  .map((all) => all.map(([base, mine, status, field], at) => aChange(at + 1, base, mine, status, field)));

describe('a plan', () => {
  const rules = fc.constantFrom('ask', 'mineWins', 'serverWins' as const);
  const ownNothing = () => new Set<FieldValue>();

  test('touches fields that wait to be sent or decided and no other, and writes those to be sent alone', () => {
    fc.assert(
      fc.property(anyChanges, anyRecord, rules, (changes, record, rule) => {
        const plan = mergeFile(changes, record, { rule, nowMs: 1, own: ownNothing });
        const fieldsOf = (all: readonly FieldChange[], ...statuses: readonly ChangeStatus[]) =>
          new Set(all.filter(({ status }) => statuses.includes(status)).map(({ field }) => field));
        const open = fieldsOf(changes, 'queued', 'conflicted');
        for (const { field } of plan.updates) expect(open).toContain(field);
        const waiting = fieldsOf(withoutEndedConflicts(changes, record), 'queued');
        for (const { field } of [...plan.writes, ...plan.displaced]) expect(waiting).toContain(field);
      }),
      RUNS,
    );
  });

  test('writes over nobody’s value unless the rule says so, and then keeps it', () => {
    fc.assert(
      fc.property(anyChanges, anyRecord, rules, (changes, record, rule) => {
        const plan = mergeFile(changes, record, { rule, nowMs: 1, own: ownNothing });
        for (const { field, steps } of plan.toSend) {
          const server = fieldValue(record, field);
          const bases = steps.filter(({ base }, at) => base !== steps[at - 1]?.mine).map(({ base }) => base);
          if ([...bases, ...steps.map(({ mine }) => mine)].includes(server)) continue;
          expect(rule).toBe('mineWins');
          const { displaced } = decidedByRule(plan);
          expect(displaced).toContainEqual(expect.objectContaining({ field, value: server, from: 'server' }));
        }
      }),
      RUNS,
    );
  });

  test('asks about every conflict where it is to ask, and gives up what ends where it started alone', () => {
    fc.assert(
      fc.property(anyChanges, anyRecord, (changes, record) => {
        const plan = mergeFile(changes, record, { rule: 'ask', nowMs: 1, own: ownNothing });
        const waiting = withoutEndedConflicts(changes, record);
        const verdicts = new Map(
          coalesced(waiting).map((one) => [one.field, compare(one, fieldValue(record, one.field))]),
        );
        expect(plan.displaced).toEqual([]);
        const ofQueued = plan.updates.slice(waiting.filter((one) => !changes.includes(one)).length);
        const before = new Set(coalescedConflicts(waiting).map(({ field }) => field));
        for (const { field, status } of ofQueued) {
          if (before.has(field)) {
            expect(status).toBe('conflicted');
            continue;
          }
          const kind = verdicts.get(field)?.kind;
          if (kind === 'takenBack') expect([undefined, 'discarded', 'queued']).toContain(status);
          else expect(status).toBe(kind === 'conflict' ? 'conflicted' : 'settled');
        }
        const asked = new Set(
          plan.updates.filter((one) => one.status === 'conflicted' && !before.has(one.field)).map(({ field }) => field),
        );
        expect(asked.size).toBe([...verdicts.values()].filter(({ kind }) => kind === 'conflict').length);
      }),
      RUNS,
    );
  });

  test('is what its dry run said', () => {
    fc.assert(
      fc.property(anyChanges, anyRecord, fc.constantFrom(...conflictRule.options), (changes, record, rule) => {
        const plan = mergeFile(changes, record, { rule, nowMs: 1, own: ownNothing });
        const all = dryRunFile(changes, record, rule, ownNothing);
        const having = (wanted: string) => all.filter(({ verdict }) => verdict === wanted);
        expect(having('wouldApply')).toEqual(
          plan.writes.map(({ field, value: mine }) => expect.objectContaining({ field, mine })),
        );
        expect(having('wouldGiveWay').map(({ field }) => field)).toEqual(plan.displaced.map(({ field }) => field));
      }),
      RUNS,
    );
  });
});
