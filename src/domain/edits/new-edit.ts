import { textProblem, type TextProblem, valueProblem } from '../core/text.ts';
import { type Field, type FieldValue, metadataKey } from '../files/field.ts';
import { type ChangeUpdate, moved } from './change-update.ts';
import { type ChangeStatus, type FieldChange, isOpen, type RequestedChange } from './edit.ts';
import { isOnTheWay, ownBase, valueLeftBy, valueLeftIn } from './rebase.ts';

/** One field of a new edit, before it has an id and a place in the queue. */
type NewChange = {
  readonly field: Field;
  readonly base: FieldValue;
  readonly mine: FieldValue;
  readonly status: ChangeStatus;
  readonly server: FieldValue;
  readonly serverSeenAtMs: number | null;
};

/** A new edit's changes, and updates of changes that wait already. */
export type NewEditChanges = { readonly changes: readonly NewChange[]; readonly updates: readonly ChangeUpdate[] };

/**
 * Makes the changes of a new edit, on top of those that already wait for the file. A conflicted field stays conflicted,
 * with the new value, unless that is the service's; refused values are replaced; a held or gone value is no base. Fields that would not change are left
 * out.
 *
 * @param changes of the file, any status; with the settled ones where a held, refused or gone change is among them
 * @param wanted at most one change for each field
 */
export function newEdit(changes: readonly FieldChange[], wanted: readonly RequestedChange[]): NewEditChanges {
  const prepared = wanted
    .filter((one) => one.mine !== one.base)
    .map((one) =>
      prepareChange(
        one,
        changes.filter(({ field }) => field === one.field).toSorted((a, b) => a.seq - b.seq),
      ),
    );
  return { changes: prepared.map(({ change }) => change), updates: prepared.flatMap(({ updates }) => updates) };
}

/** The value below a held or gone change: the one sent since, which the screen shows the change on top of. */
function below(aside: FieldChange, changes: readonly FieldChange[]): FieldValue {
  const since = changes.findLast(({ seq, status }) => seq > aside.seq && status === 'settled');
  return since === undefined ? aside.base : valueLeftBy(since);
}

/** @param changes of the field, in the order of the queue */
function prepareChange(
  wanted: RequestedChange,
  changes: readonly FieldChange[],
): { change: NewChange; updates: readonly ChangeUpdate[] } {
  const fresh = { ...wanted, status: 'queued' as const, server: null, serverSeenAtMs: null };
  const last = changes.findLast(isOpen);
  if (last === undefined) return { change: fresh, updates: [] };
  const onTop = wanted.base === last.mine ? below(last, changes) : wanted.base;
  switch (last.status) {
    case 'conflicted':
      if (wanted.mine === last.server) return { change: fresh, updates: again(changes) };
      return {
        change: { ...fresh, status: 'conflicted', server: last.server, serverSeenAtMs: last.serverSeenAtMs },
        updates: [],
      };
    case 'held':
    case 'gone':
      return { change: { ...fresh, base: onTop }, updates: [] };
    case 'refused':
      return {
        change: { ...fresh, base: onTop },
        updates: changes.filter(({ status }) => status === 'refused').map((one) => moved(one, 'discarded')),
      };
    case 'queued':
    case 'settled':
    case 'discarded':
      return { change: fresh, updates: [] };
  }
}

/** Queues the conflicted steps of a field again, whose last one wants what the service has: nothing is left to ask about. */
const again = (changes: readonly FieldChange[]): readonly ChangeUpdate[] =>
  changes.filter(({ status }) => status === 'conflicted').map((one) => moved(one, 'queued'));

/** The first requested change whose key or value cannot be stored as typed; null when there is none. */
export function problemOf(
  wanted: readonly RequestedChange[],
): { readonly field: Field; readonly problem: TextProblem } | null {
  for (const { field, mine } of wanted) {
    const problem =
      keyProblem(field) ?? (mine === null ? null : field === 'name' ? textProblem(mine) : valueProblem(mine));
    if (problem !== null) return { field, problem };
    if (field === 'name' && mine === null) return { field, problem: 'empty' };
  }
  return null;
}

const keyProblem = (field: Field): TextProblem | null => {
  const key = metadataKey(field);
  return key === null ? null : textProblem(key);
};

/**
 * The inverse of changes that were sent, on today's value as base, unless somebody else wrote that since.
 *
 * @param sent changes of one file, of the change set to undo
 * @param kept all changes of the file, with the settled ones
 * @param shown the values of the projected file
 * @param mayLandOn whether an update with a change may have landed since the file was read, or may land still
 * @returns one change for each field that does not have its first base again, or may lose it
 */
export function inverseOf(
  sent: readonly FieldChange[],
  kept: readonly FieldChange[],
  shown: (field: Field) => FieldValue,
  mayLandOn: (one: FieldChange) => boolean = () => false,
): readonly RequestedChange[] {
  const inOrder = sent.toSorted((a, b) => a.seq - b.seq);
  const byField = Map.groupBy(inOrder, (one) => one.field);
  return [...byField].flatMap(([field, steps]) => {
    const [first, last] = [steps[0], steps.at(-1)];
    if (first === undefined || last === undefined) return [];
    const now = shown(field);
    const back = { field, base: last.mine, mine: first.base };
    // Somebody else has put the old value there; the queue alone says that it is wanted.
    const isToKeep = (): boolean => valueLeftIn(kept, field) !== now && steps.some(mayLandOn);
    if (now === first.base) return goesOutAlone(steps, kept) || isToKeep() ? [back] : [];
    return [{ field, base: ownBase(kept, field, now), mine: first.base }];
  });
}

/**
 * Whether a settled change found its value on the service, and no update of ours can have put it there: it is somebody
 * else's, which an undo leaves.
 *
 * @param kept all changes of the file, with the settled ones
 * @param wasTried whether an update ever carried a change
 */
export const wasFoundThere = (
  { field, mine, settlement }: FieldChange,
  kept: readonly FieldChange[],
  wasTried: (one: FieldChange) => boolean,
): boolean =>
  settlement === 'alreadyThere' && !kept.some((own) => own.field === field && own.mine === mine && wasTried(own));

/** Whether the file shows the old value by a change that is held: what is taken back below it goes out first. */
function goesOutAlone(steps: readonly FieldChange[], kept: readonly FieldChange[]): boolean {
  const lastSeq = Math.max(...steps.map(({ seq }) => seq));
  const isAbove = ({ field, seq }: FieldChange): boolean => field === steps[0]?.field && seq > lastSeq;
  return steps.some(isOpen) && !kept.some((one) => isAbove(one) && isOnTheWay(one));
}
