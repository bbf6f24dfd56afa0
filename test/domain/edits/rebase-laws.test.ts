import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { ConflictRule } from '../../../src/domain/connections/connection.ts';
import { afterAccepted } from '../../../src/domain/edits/after-accepted.ts';
import { type ChangeUpdate, withUpdates } from '../../../src/domain/edits/change-update.ts';
import { coalesced } from '../../../src/domain/edits/coalesce.ts';
import { type ChangeStatus, type FieldChange, isOpen, projectedRecord } from '../../../src/domain/edits/edit.ts';
import { newEdit } from '../../../src/domain/edits/new-edit.ts';
import { type Choice, decide, dequeue, requeue } from '../../../src/domain/edits/requeue.ts';
import { mergeFile } from '../../../src/domain/edits/three-way-merge.ts';
import { fieldValue, type FieldValue } from '../../../src/domain/files/field.ts';
import { RUNS } from '../arbitraries.ts';
import { aChange, aRecord } from '../builders.ts';

vi.setConfig({ testTimeout: 60_000 });

/** One field of one file, at its service and in its queue. Every value is used once, so that it tells where it is from. */
class Field {
  changes: readonly FieldChange[] = [];
  server: FieldValue = 'at first';
  readonly wasOnServer = new Set<FieldValue>(['at first']);
  #copy: FieldValue = 'at first';
  #count = 0;

  #fresh = (who: string): string => `${who} ${++this.#count}`;
  #store = (updates: readonly ChangeUpdate[]): void => void (this.changes = withUpdates(this.changes, updates));

  get shown(): FieldValue {
    return fieldValue(projectedRecord(aRecord({ name: this.#copy }), this.changes), 'name');
  }

  type(): void {
    const prepared = newEdit(this.changes, [{ field: 'name', base: this.shown, mine: this.#fresh('mine') }]);
    this.#store(prepared.updates);
    const made = prepared.changes.map((one, at): FieldChange => ({
      ...aChange(this.changes.length + at + 1, null, null),
      ...one,
    }));
    this.changes = [...this.changes, ...made];
  }

  #some(pick: number, ...statuses: readonly ChangeStatus[]): readonly FieldChange[] {
    const fit = this.changes.filter(({ status }) => statuses.includes(status));
    const one = fit[pick % Math.max(1, fit.length)];
    return one === undefined ? [] : [one];
  }

  hold = (pick: number): void => this.#store(dequeue(this.changes, this.#some(pick, 'queued'), 'held'));
  release = (pick: number): void => this.#store(requeue(this.changes, this.#some(pick, 'held')));
  restore = (pick: number): void => this.#store(requeue(this.changes, this.#some(pick, 'discarded')));
  retry = (pick: number): void => this.#store(requeue(this.changes, this.#some(pick, 'refused', 'gone')));
  discard(pick: number): void {
    const open = this.#some(pick, 'queued', 'held', 'conflicted', 'refused', 'gone');
    this.#store(dequeue(this.changes, open, 'discarded'));
  }

  giveBack(status: 'refused' | 'gone'): void {
    this.#store(
      dequeue(
        this.changes,
        this.changes.filter((one) => one.status === 'queued'),
        status,
      ),
    );
  }

  decide(kind: Choice['kind']): void {
    // A decision by hand puts one value in another's place. An edit that stood on the old one and was given up before
    // still says so when it comes back, and asks.
    const replaced = this.changes.findLast(({ status }) => status === 'conflicted');
    if (kind === 'byHand' && replaced !== undefined) this.wasOnServer.add(replaced.mine);
    const choice: Choice = kind === 'byHand' ? { kind, value: this.#fresh('hand') } : { kind };
    this.#store(decide(this.changes, 'name', choice).updates);
  }

  /** Somebody else writes, and our next turn meets it. */
  meet(rule: ConflictRule): void {
    this.#write(this.#fresh('theirs'));
    this.#store(mergeFile(this.changes, this.#record, { rule, nowMs: 1, own: () => new Set() }).updates);
  }

  send(spelt: (value: FieldValue) => FieldValue): void {
    const circumstances = { rule: 'ask' as const, nowMs: 1, own: () => new Set<FieldValue>() };
    const plan = mergeFile(this.changes, this.#record, circumstances);
    this.#store(plan.updates);
    for (const chain of plan.toSend) {
      // A chain is sent as one step: that the values on its way were the person's is all there is to say of them.
      for (const { mine } of chain.steps.slice(0, -1)) this.wasOnServer.add(mine);
      const before = this.#record;
      this.#write(spelt(chain.mine));
      this.#store(afterAccepted([chain], { before, answered: this.#record }, this.changes, 1));
    }
  }

  get #record() {
    return aRecord({ name: this.server });
  }

  #write(value: FieldValue): void {
    this.server = value;
    this.#copy = value;
    this.wasOnServer.add(value);
  }
}

type Step = readonly [what: string, act: (field: Field, pick: number) => void];
const steps: readonly Step[] = [
  ['type', (field) => field.type()],
  ['type', (field) => field.type()],
  ['type', (field) => field.type()],
  ['hold', (field, pick) => field.hold(pick)],
  ['hold', (field, pick) => field.hold(pick)],
  ['release', (field, pick) => field.release(pick)],
  ['discard', (field, pick) => field.discard(pick)],
  ['restore', (field, pick) => field.restore(pick)],
  ['meet', (field) => field.meet('ask')],
  ['decide mine', (field) => field.decide('mine')],
  ['decide server', (field) => field.decide('server')],
  ['decide by hand', (field) => field.decide('byHand')],
  ['server wins', (field) => field.meet('serverWins')],
  ['mine wins', (field) => field.meet('mineWins')],
  ['refuse', (field) => field.giveBack('refused')],
  ['gone', (field) => field.giveBack('gone')],
  ['retry', (field, pick) => field.retry(pick)],
  ['send', (field) => field.send((value) => value)],
  ['send to a service that trims', (field) => field.send((value) => (value === null ? null : ` ${value}`))],
];

type Play = readonly (readonly [Step, number])[];
const anyPlay: fc.Arbitrary<Play> = fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(9)), {
  maxLength: 24,
  size: 'max',
});

/** @returns the field after every step, with what was done so far */
function* played(play: Play): Generator<readonly [Field, string]> {
  const field = new Field();
  const done: string[] = [];
  for (const [[what, act], pick] of play) {
    act(field, pick);
    done.push(`${what}(${pick})`);
    yield [field, `${done.join(', ')}\n${told(field)}`];
  }
}

const told = ({ changes }: Field): string =>
  changes.map(({ seq, base, mine, status }) => `${seq}: ${base} -> ${mine} ${status}`).join('\n');

const isOnTheWay = ({ status }: FieldChange): boolean => status === 'queued' || status === 'conflicted';

/** @param story steps by name, blanks as underscores, each with its pick */
const playOf = (story: string): Play =>
  story.split(' ').map((word) => {
    const [what = '', pick] = word.replaceAll('_', ' ').split(':');
    return [steps.find(([name]) => name === what)!, Number(pick ?? 0)];
  });

/** Open edits that start from a value that never was on the service and is not on the way to it. */
const unsound = ({ changes, wasOnServer }: Field): readonly number[] =>
  changes
    .filter(isOpen)
    .filter((one) => {
      const below = changes.filter((other) => other.seq < one.seq && isOnTheWay(other)).map(({ mine }) => mine);
      return !wasOnServer.has(one.base) && !below.includes(one.base);
    })
    .map(({ seq }) => seq);

test('no open edit starts from a value that never was on the service and is not on the way to it', () => {
  fc.assert(
    fc.property(anyPlay, (play) => {
      for (const [field, story] of played(play)) expect(unsound(field), story).toEqual([]);
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  'type gone type',
  'type type hold:1 type hold:1 hold:0',
  'type type refuse type restore:0 restore:0 refuse',
  'type hold:0 type discard:1 release:0 type mine_wins restore:0 gone',
  'type type discard:1 hold:0 restore:0',
  'type type hold:1 type meet decide_server',
  'type type hold:1 server_wins',
  'type type hold:1 send_to_a_service_that_trims',
  'type type discard:1 send_to_a_service_that_trims restore:0',
])('nor after %s', (story) => {
  for (const [field, told] of played(playOf(story))) expect(unsound(field), told).toEqual([]);
});

test('edits that come back stand on one another again', () => {
  const [field] = [...played(playOf('type type refuse type discard:2 restore:0 restore:0'))].at(-1)!;
  expect(field.changes.map(({ base, status }) => [base, status])).toEqual([
    ['at first', 'queued'],
    ['mine 1', 'queued'],
    ['at first', 'discarded'],
  ]);
});

test('giving up an edit that was set aside moves nobody: nothing stood on it', () => {
  const [held, other] = [aChange(1, 'a', 'b', 'held'), aChange(2, 'b', 'c')];
  expect(withUpdates([held, other], dequeue([held, other], [held], 'discarded'))).toEqual([
    { ...held, status: 'discarded' },
    other,
  ]);
});

test('what is typed is sent, waits, was decided about, or was given up by the person: never merely gone', () => {
  fc.assert(
    fc.property(anyPlay, (play) => {
      let typed = 0;
      for (const [{ changes }, story] of played(play)) {
        expect(changes.length, story).toBeGreaterThanOrEqual(typed);
        typed = changes.length;
        const [chain] = coalesced(changes);
        if (chain !== undefined) expect(chain.steps.every(({ status }) => status === 'queued')).toBe(true);
      }
    }),
    RUNS,
  );
});

test('holding and releasing every edit once, in any order, leaves the queue as it was', () => {
  const order = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 });
  fc.assert(
    fc.property(order, order, (held, released) => {
      const field = new Field();
      for (let at = 0; at < 5; at++) field.type();
      const before = field.changes;
      const pick = (seqs: readonly number[]) => seqs.map((at) => before[at]!.editId);
      let now = before;
      const find = (id: string) => now.filter((one) => one.editId === id);
      for (const id of pick(held)) now = withUpdates(now, dequeue(now, find(id), 'held'));
      expect(new Set(now.map(({ base }) => base))).toEqual(new Set(['at first']));
      for (const id of pick(released)) now = withUpdates(now, requeue(now, find(id)));
      expect(now).toEqual(before);
    }),
    RUNS,
  );
});
