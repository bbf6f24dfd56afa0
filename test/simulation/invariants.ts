import { type FieldChange, type FileEdit, isOpen, projectedRecord } from '../../src/domain/edits/edit.ts';
import { fieldValue, type FieldValue, metadataKey } from '../../src/domain/files/field.ts';
import { nothingNewerOverwritten, nothingOlderOnTop, nothingTakenBackStays } from './own-order.ts';
import { FIELDS } from './person.ts';
import { received, type Write } from './server.ts';
import { isAsItWasLeft, isTrialsOwn } from './unseen-removals.ts';
import type { Workstation } from './workstation.ts';
import { ENDLESS_PUTS, type World } from './world.ts';

/** Broken promises of a world that has come to rest; empty when every promise held. */
export function violationsOf(world: World): readonly string[] {
  if (world.server.puts.length >= ENDLESS_PUTS) return ['updates are sent without end'];
  return [
    ...world.workstations.flatMap((one) => one.bugs.map((bug) => `bug on ${one.name}: ${String(bug)}`)),
    ...world.workstations.flatMap((one) => one.staleLists.map((what) => `an old list was believed: ${what}`)),
    ...world.workstations.flatMap((one) => one.lists.violations.map((what) => `${one.name}: ${what}`)),
    ...world.people.flatMap((one) => one.groundless.map((what) => `asked about nothing: ${what}`)),
    ...everyoneAtRest(world),
    ...nothingLost(world),
    ...nothingForeignOverwritten(world),
    ...nothingNewerOverwritten(world),
    ...nothingUntouchedChanged(world),
    ...nothingOlderOnTop(world),
    ...nothingTakenBackStays(world),
    ...projectionIsTrue(world),
    ...windowsAreShort(world),
  ];
}

/** The answer's way back and the commit of the attempt lie between a read and its update. */
const LONGEST_WINDOW_MS = 1_000;

/** An update follows its read closely, because it overwrites unseen whatever another program writes between the two. */
function windowsAreShort({ server }: World): readonly string[] {
  const windowsMs = new Map<string, number>();
  for (const { id, request } of server.puts) {
    const read = `${request.workstation}: ${id} read at ${request.readAtMs}`;
    // An update after a refused one of the same turn rests on the same read.
    windowsMs.set(read, Math.min(windowsMs.get(read) ?? Infinity, request.sentAtMs - request.readAtMs));
  }
  return [...windowsMs].flatMap(([read, windowMs]) =>
    windowMs > LONGEST_WINDOW_MS ? [`${read} was updated ${windowMs} ms later`] : [],
  );
}

/** The outbox drains once faults stop, without a local write. */
function everyoneAtRest({ workstations }: World): readonly string[] {
  return workstations.flatMap((one) =>
    [...one.outbox.edits.values()].flatMap((edit) =>
      edit.changes.filter(isOpen).map(({ field, status }) => `${one.name}: ${edit.fileId} ${field} is still ${status}`),
    ),
  );
}

/** A settled value was on the service; a person, or the conflict rule of that person, discarded every discarded one. */
function nothingLost(world: World): readonly string[] {
  return world.workstations.flatMap((one) =>
    [...one.outbox.edits.values()].flatMap((edit) =>
      edit.changes.flatMap((change) => lossOf(world, one, edit, change)),
    ),
  );
}

function lossOf(world: World, one: Workstation, edit: FileEdit, change: FieldChange): readonly string[] {
  const { server, people } = world;
  const what = `${one.name}: ${edit.fileId} ${change.field} = ${change.mine}`;
  if (change.status === 'discarded') {
    const byPerson = people.some((person) => person.discarded.has(edit.id));
    // A person who replaces a refused value gives it up.
    const isReplaced = isEditedLater(one, edit, change);
    // Of a change that came back to its base nothing is wanted any more.
    const isBack = change.base === change.mine;
    const byRule = one.rules.gaveWay(change);
    const isAllowed = byPerson || byRule || isReplaced || isBack || leadsBack(world, one, edit, change);
    return isAllowed ? [] : [`${what} was discarded by nobody`];
  }
  if (change.status !== 'settled' || change.settlement === 'savedAs') return [];
  const everThere =
    server.value(edit.fileId, change.field) === change.mine ||
    server.log.some(
      (write) =>
        write.id === edit.fileId &&
        write.field === change.field &&
        (write.after === change.mine || write.before === change.mine),
    );
  // A later edit that coalesced this one arrived in its place.
  const isCoalesced = one.snapshots.allEdits.some(
    (later) =>
      later.fileId === edit.fileId &&
      later.seq > edit.seq &&
      later.changes.some(({ field, status }) => field === change.field && status === 'settled'),
  );
  return everThere || isCoalesced ? [] : [`${what} is called ${change.settlement} and never was on the service`];
}

const isEditedLater = (one: Workstation, edit: FileEdit, change: FieldChange): boolean =>
  one.snapshots.allEdits.some(
    (later) =>
      later.fileId === edit.fileId && later.seq > edit.seq && later.changes.some(({ field }) => field === change.field),
  );

/** The change gives back the value that an earlier edit of the same workstation started from, and that went with it. */
const leadsBack = ({ people }: World, one: Workstation, edit: FileEdit, change: FieldChange): boolean =>
  [...one.outbox.edits.values()].some(
    (earlier) =>
      earlier.fileId === edit.fileId &&
      earlier.seq < edit.seq &&
      earlier.changes.some(
        ({ field, base, status }) => field === change.field && base === change.mine && status === 'discarded',
      ),
  ) || isOfOnePutBack(people, one, edit, change);

/** The earlier edit came back by hand since, and may lie on another value by now (seed 100171085). */
const isOfOnePutBack = (
  people: World['people'],
  one: Workstation,
  edit: FileEdit,
  { field, mine }: FieldChange,
): boolean => {
  const based = one.values.basedAt(edit.fileId, field, mine);
  return [...one.outbox.edits.values()].some(
    ({ id, fileId, seq }) =>
      fileId === edit.fileId && seq < edit.seq && based.has(seq) && people.some(({ released }) => released.has(id)),
  );
};

/** The person has seen every foreign value that an update overwrites, except those of the read-to-write window. */
function nothingForeignOverwritten(world: World): readonly string[] {
  const { log } = world.server;
  const lasts = new Map<string, Write>();
  return log.flatMap((write) => {
    const place = `${write.id} ${write.field}`;
    const last = lasts.get(place);
    lasts.set(place, write);
    if (write.by === 'stranger' || write.request === null) return [];
    if (last === undefined || last.by === write.by) return [];
    if (last.atMs >= write.request.readAtMs || wasSeen(world, write) || isByMineWins(world, write)) return [];
    if (isAsItWasLeft(world, write) || isTrialsOwn(world, write, last)) return [];
    return [`${write.by} overwrote ${write.before} of ${last.by} in ${write.id} ${write.field} with ${write.after}`];
  });
}

/** Whether the rule of its writer may have decided about an update. */
function isByMineWins({ workstations }: World, { by, request }: Write): boolean {
  const writer = workstations.find(({ name }) => name === by);
  return request !== null && writer?.rules.mayHaveOverruled(request) === true;
}

function wasSeen({ server, workstations, people }: World, write: Write): boolean {
  const decided = people.some((person) =>
    person.decisions.some((one) => one.id === write.id && one.field === write.field && one.server === write.before),
  );
  const writer = workstations.find((one) => one.name === write.by);
  const wasTypedOver = writer?.values.wasSeen(write.id, write.field, write.before) ?? false;
  const hasEditTo = (value: FieldValue): boolean =>
    (writer?.snapshots.allEdits ?? []).some(
      (edit) =>
        edit.fileId === write.id && edit.changes.some(({ field, mine }) => field === write.field && mine === value),
    );
  // A decision by hand takes the value out of its edit; the value still names its writer.
  const isOwnByName = write.before?.startsWith(`${write.by}-`) ?? false;
  return (
    decided ||
    wasTypedOver ||
    hasEditTo(write.before) ||
    isOwnByName ||
    isTraceOfRemoval(server, write, hasEditTo(null))
  );
}

/**
 * The text "null": some services store it for a removed key, and a full map may bring it back. Like an absent key, it is nobody
 * else's value to a writer whose person removed the key as well.
 */
function isTraceOfRemoval({ puts }: World['server'], write: Write, isRemovedByWriter: boolean): boolean {
  const key = metadataKey(write.field);
  if (key === null || write.before !== 'null') return false;
  return puts.some(
    ({ id, request: { workstation, body } }) =>
      id === write.id && (workstation === write.by || isRemovedByWriter) && body.keyvalues?.[key] === null,
  );
}

/** A workstation changes only fields of its edits, and fields that somebody changed inside the read-to-write window. */
function nothingUntouchedChanged({ server, workstations }: World): readonly string[] {
  return server.log.flatMap((write) => {
    if (write.request === null) return [];
    const touched = workstations.some(
      (one) =>
        one.name === write.by &&
        one.snapshots.allEdits.some(
          (edit) => edit.fileId === write.id && edit.changes.some(({ field }) => field === write.field),
        ),
    );
    // A request of ours that changed the field meanwhile is judged by a write of its own.
    const changedInWindow = server.log.some(
      (other) =>
        other.id === write.id &&
        other.field === write.field &&
        other.request !== write.request &&
        other.atMs >= (write.request?.readAtMs ?? 0) &&
        other.atMs <= write.atMs,
    );
    return touched || changedInWindow
      ? []
      : [`${write.by} changed untouched ${write.id} ${write.field} to ${write.after}`];
  });
}

/** The projection is the service's record with the waiting edits applied: at rest, the record itself. */
function projectionIsTrue({ server, workstations, ids }: World): readonly string[] {
  return workstations.flatMap((one) =>
    ids.flatMap((id) => {
      const row = one.files.row({ network: 'public', id });
      const fields = server.files.get(id);
      if (row === undefined || fields === undefined) return [`${one.name}: ${id} is not in the mirror`];
      const truth = projectedRecord(received(id, fields).record, one.openChanges(id));
      return FIELDS.flatMap((field) => {
        const [seen, is] = [fieldValue(row.shown, field), fieldValue(truth, field)];
        return seen === is ? [] : [`${one.name} shows ${seen} for ${id} ${field}, the service has ${is}`];
      });
    }),
  );
}
