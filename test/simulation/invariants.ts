import { type FieldChange, type FileEdit, isOpen, projectedRecord } from '../../src/domain/edits/edit.ts';
import { fieldValue, metadataKey } from '../../src/domain/files/field.ts';
import { FIELDS } from './person.ts';
import { received, type Write } from './server.ts';
import { seenText, type Workstation } from './workstation.ts';
import { ENDLESS_PUTS, type World } from './world.ts';

/** What went wrong in a world that has come to rest; empty when the promise held. */
export function violationsOf(world: World): readonly string[] {
  if (world.server.puts.length >= ENDLESS_PUTS) return ['updates are sent without end'];
  return [
    ...world.workstations.flatMap((one) => one.bugs.map((bug) => `bug on ${one.name}: ${String(bug)}`)),
    ...world.workstations.flatMap((one) => one.staleLists.map((what) => `an old list was believed: ${what}`)),
    ...world.people.flatMap((one) => one.groundless.map((what) => `asked about nothing: ${what}`)),
    ...everyoneAtRest(world),
    ...nothingLost(world),
    ...nothingForeignOverwritten(world),
    ...nothingUntouchedChanged(world),
    ...nothingOlderOnTop(world),
    ...shownIsTrue(world),
    ...windowsAreShort(world),
  ];
}

/** The way back of the read, and the commit of the attempt. */
const LONGEST_WINDOW_MS = 1_000;

/** What somebody else writes between our read and our update is overwritten unseen, so the two follow each other closely. */
function windowsAreShort({ server }: World): readonly string[] {
  const windowsMs = new Map<string, number>();
  for (const { id, request } of server.puts) {
    const read = `${request.workstation}: ${id} read at ${request.readAtMs}`;
    // An update that follows a refused one of the same turn is decided on the same read.
    windowsMs.set(read, Math.min(windowsMs.get(read) ?? Infinity, request.sentAtMs - request.readAtMs));
  }
  return [...windowsMs].flatMap(([read, windowMs]) =>
    windowMs > LONGEST_WINDOW_MS ? [`${read} was updated ${windowMs} ms later`] : [],
  );
}

/** The queue drains once faults stop, with no local write. */
function everyoneAtRest({ workstations }: World): readonly string[] {
  return workstations.flatMap((one) =>
    [...one.outbox.edits.values()].flatMap((edit) =>
      edit.changes.filter(isOpen).map(({ field, status }) => `${one.name}: ${edit.fileId} ${field} is still ${status}`),
    ),
  );
}

/** An edit is on the service, or was given up by the person (or by the rule they chose). */
function nothingLost(world: World): readonly string[] {
  return world.workstations.flatMap((one) =>
    [...one.outbox.edits.values()].flatMap((edit) =>
      edit.changes.flatMap((change) => lossOf(world, one, edit, change)),
    ),
  );
}

function lossOf(
  { server, people, rule }: World,
  one: Workstation,
  edit: FileEdit,
  change: FieldChange,
): readonly string[] {
  const what = `${one.name}: ${edit.fileId} ${change.field} = ${change.mine}`;
  if (change.status === 'discarded') {
    const byPerson = people.some((person) => person.discarded.has(edit.id));
    // A refused value that the person replaced by a new one is given up by that.
    const isReplaced = isEditedLater(one, edit, change);
    return byPerson || isReplaced || rule === 'serverWins' ? [] : [`${what} was discarded by nobody`];
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
  // A value that was composed away into a later one was never meant to arrive.
  const composed = [...one.outbox.edits.values()].some(
    (later) =>
      later.fileId === edit.fileId &&
      later.seq > edit.seq &&
      later.changes.some(({ field, status }) => field === change.field && status === 'settled'),
  );
  return everThere || composed ? [] : [`${what} is called ${change.settlement} and never was on the service`];
}

const isEditedLater = (one: Workstation, edit: FileEdit, change: FieldChange): boolean =>
  [...one.outbox.edits.values()].some(
    (later) =>
      later.fileId === edit.fileId && later.seq > edit.seq && later.changes.some(({ field }) => field === change.field),
  );

/** No value of somebody else's goes without the person having seen it, except inside the read-to-write window. */
function nothingForeignOverwritten(world: World): readonly string[] {
  if (world.rule === 'mineWins') return [];
  const { log, puts } = world.server;
  const lasts = new Map<string, Write>();
  return log.flatMap((write) => {
    const place = `${write.id} ${write.field}`;
    const last = lasts.get(place);
    lasts.set(place, write);
    if (write.by === 'stranger' || write.request === null) return [];
    if (last === undefined || last.by === write.by) return [];
    if (last.atMs >= write.request.readAtMs || wasSeen(world, write)) return [];
    // A key that vanished between a read and its update looks as if the update had dropped it, and is put back.
    const vanishedInWindow = puts.some(
      ({ id, atMs, request }) =>
        id === write.id && request.workstation === write.by && request.readAtMs <= last.atMs && last.atMs <= atMs,
    );
    if (last.after === null && vanishedInWindow) return [];
    return [`${write.by} overwrote ${write.before} of ${last.by} in ${write.id} ${write.field} with ${write.after}`];
  });
}

function wasSeen({ server, workstations, people }: World, write: Write): boolean {
  const decided = people.some((person) =>
    person.decisions.some((one) => one.id === write.id && one.field === write.field && one.server === write.before),
  );
  const writer = workstations.find((one) => one.name === write.by);
  const wasTypedOver = writer?.seen.has(seenText(write.id, write.field, write.before)) ?? false;
  const isOwn = [...(writer?.outbox.edits.values() ?? [])].some(
    (edit) =>
      edit.fileId === write.id &&
      edit.changes.some(({ field, mine }) => field === write.field && mine === write.before),
  );
  // A decision by hand takes its edit's value away, which was the writer's own all the same: every value tells whose it is.
  const isOwnByName = write.before?.startsWith(`${write.by}-`) ?? false;
  return decided || wasTypedOver || isOwn || isOwnByName || isTraceOfRemoval(server, write);
}

/** The text "null", left by a removal where that is not understood, and brought back by somebody's full map perhaps. */
function isTraceOfRemoval({ puts }: World['server'], write: Write): boolean {
  const key = metadataKey(write.field);
  if (key === null || write.before !== 'null') return false;
  return puts.some(
    ({ id, request: { workstation, body } }) =>
      id === write.id && workstation === write.by && body.keyvalues?.[key] === null,
  );
}

/** Nothing untouched changes because of us, except what somebody changed inside the read-to-write window. */
function nothingUntouchedChanged({ server, workstations }: World): readonly string[] {
  return server.log.flatMap((write) => {
    if (write.request === null) return [];
    const touched = workstations.some(
      (one) =>
        one.name === write.by &&
        [...one.outbox.edits.values()].some(
          (edit) => edit.fileId === write.id && edit.changes.some(({ field }) => field === write.field),
        ),
    );
    // A request of our own that changed it in between has to answer for that itself.
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

/** No older value of a workstation's ends on top of a newer one of its own. */
function nothingOlderOnTop({ server, workstations, people, ids, rule }: World): readonly string[] {
  return workstations.flatMap((one) =>
    ids.flatMap((id) =>
      FIELDS.flatMap((field) => {
        const last = server.lastWrite(id, field);
        if (last?.by !== one.name) return [];
        const all = [...one.outbox.edits.values()].flatMap((edit) =>
          edit.fileId === id ? edit.changes.filter((change) => change.field === field) : [],
        );
        const own = all.filter(({ status }) => status === 'settled');
        const newest = own.toSorted((a, b) => b.seq - a.seq)[0];
        if (newest === undefined || newest.settlement !== 'applied') return [];
        // A removal that was given up only after it was sent is newer, and looks like every other.
        const isNewer = all.some(({ seq, mine }) => seq > newest.seq && mine === last.after);
        const isOlder = !isNewer && own.some(({ seq, mine }) => seq < newest.seq && mine === last.after);
        const wasDecided = people.some(({ decisions }) =>
          decisions.some(
            (one) => one.id === id && one.field === field && (one.server === newest.mine || one.server === last.after),
          ),
        );
        // An edit that was held and let go late comes late because the person wanted it so.
        const wasReleased = own.some(
          ({ editId, mine }) => mine === last.after && people.some(({ released }) => released.has(editId)),
        );
        // What was to put the newer value back on top was given up by the person.
        const wasGivenUp = all.some(
          ({ editId, seq, mine, status }) =>
            seq > newest.seq &&
            mine === newest.mine &&
            status === 'discarded' &&
            people.some(({ discarded }) => discarded.has(editId)),
        );
        // An absent key looks the same whoever removed it, so the conflict rule decides for the service.
        const byRule = rule === 'serverWins' && last.after === null;
        return isOlder && !byRule && !wasDecided && !wasGivenUp && !wasReleased && last.after !== newest.mine
          ? [`${one.name}: older ${last.after} lies on top of ${newest.mine} in ${id} ${field}`]
          : [];
      }),
    ),
  );
}

/** What is shown is the service's record with the waiting edits replayed; at rest that is the record itself. */
function shownIsTrue({ server, workstations, ids }: World): readonly string[] {
  return workstations.flatMap((one) =>
    ids.flatMap((id) => {
      const row = one.files.row({ network: 'public', id });
      const fields = server.files.get(id);
      if (row === undefined || fields === undefined) return [`${one.name}: ${id} is not in the copy`];
      const truth = projectedRecord(received(id, fields).record, one.openChanges(id));
      return FIELDS.flatMap((field) => {
        const [seen, is] = [fieldValue(row.shown, field), fieldValue(truth, field)];
        return seen === is ? [] : [`${one.name} shows ${seen} for ${id} ${field}, the service has ${is}`];
      });
    }),
  );
}
