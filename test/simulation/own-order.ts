import { FIELDS } from './person.ts';
import { fieldValue } from '../../src/domain/files/field.ts';
import type { FileRecord } from '../../src/domain/files/file.ts';
import type { SimulatedServer, Write } from './server.ts';
import type { Workstation } from './workstation.ts';
import type { World } from './world.ts';

/** No workstation overwrites a value that its own person typed later, unless the person, or the rule, said so. */
export function nothingNewerOverwritten({ server, workstations, people }: World): readonly string[] {
  const lasts = new Map<string, Write>();
  return server.log.flatMap((write) => {
    const { id, field, by, before, after, request } = write;
    const last = lasts.get(`${id} ${field}`);
    lasts.set(`${id} ${field}`, write);
    if (request === null || last?.by !== by || last.atMs >= request.readAtMs) return [];
    // Values that were there at first, which an update destroyed and another one put back, were never typed.
    const isTyped = (value: string | null): value is string => value?.startsWith(`${by}-`) ?? false;
    if (!isTyped(before) || !isTyped(after)) return [];
    const writer = workstations.find(({ name }) => name === by);
    if (writer?.rules.mayHaveOverruled(request) === true) return [];
    const oldest = seqsOf(writer, write, before).at(0);
    const newest = seqsOf(writer, write, after).at(-1);
    const isNewer = oldest !== undefined && newest !== undefined && oldest > newest;
    const wasDecided = people.some(({ decisions }) =>
      decisions.some((one) => one.id === id && one.field === field && one.server === before),
    );
    const isTakenBack = writer?.snapshots.allEdits.some(
      (edit) =>
        edit.fileId === id &&
        people.some(({ takenBack }) => takenBack.has(edit.id)) &&
        edit.changes.some((one) => one.field === field && (one.mine === before || one.mine === after)),
    );
    return isNewer && !wasDecided && isTakenBack !== true
      ? [`${by} overwrote its newer ${before} in ${id} ${field} with its older ${after}`]
      : [];
  });
}

/** The places in the queue of the edits that want a value or wanted it before a decision, the first one first. */
function seqsOf(one: Workstation | undefined, { id, field }: Write, value: string): readonly number[] {
  if (one === undefined) return [];
  const before = one.values.wantedAt(id, field, value);
  return one.snapshots.allEdits
    .filter(({ fileId, changes }) => fileId === id && changes.some((it) => it.field === field && it.mine === value))
    .map(({ seq }) => seq)
    .concat([...before])
    .toSorted((a, b) => a - b);
}

const isOver = (status: string): boolean => status === 'discarded' || status === 'refused';

/** A value that its person has taken back is not on the service at the end, unless somebody wanted it there since. */
export function nothingTakenBackStays({ server, workstations, people, ids }: World): readonly string[] {
  return people.flatMap((person, place) => {
    const one = workstations[place];
    if (one === undefined || one.snapshots.wasRestored) return [];
    const all = one.snapshots.allEdits.flatMap(({ id, fileId, seq, changes }) =>
      changes.map(({ field, base, mine, status }) => ({ editId: id, id: fileId, seq, field, base, mine, status })),
    );
    const later = (than: (typeof all)[number]) =>
      all.filter(({ id, field, seq }) => id === than.id && field === than.field && seq > than.seq);
    return all
      .filter(({ editId, id }) => person.takenBack.has(editId) && ids.includes(id))
      .filter(({ id, field, mine }) => mine !== null && server.value(id, field) === mine)
      .filter((change) => {
        const wasDecided = people.some(({ decisions }) =>
          decisions.some(({ id, field }) => id === change.id && field === change.field),
        );
        const isWanted = later(change).some(
          ({ editId, mine }) => mine === change.mine && !person.discarded.has(editId),
        );
        // The person let it go again; or they, or the rule, gave up the edit that would have changed it back.
        const isGivenUp =
          person.released.has(change.editId) ||
          later(change).some(
            (change) =>
              person.discarded.has(change.editId) || (change.status === 'discarded' && one.rules.gaveWay(change)),
          );
        // The inverse of a newer edit had the value of an older one, which the person let go after taking the inverse back.
        const isReleased = all.some(
          ({ editId, id, field, mine, status }) =>
            id === change.id &&
            field === change.field &&
            mine === change.mine &&
            status === 'settled' &&
            person.released.has(editId),
        );
        // What lay below it came to nothing as well: the value from before both stays, and is the one it wanted.
        const isOfBefore =
          change.base === change.mine ||
          all.some(
            ({ id, field, seq, base, status }) =>
              id === change.id && field === change.field && seq < change.seq && base === change.mine && isOver(status),
          );
        // Another workstation, whose person typed over the value and took that back, for example, has put it there.
        const isOthers = server.lastWrite(change.id, change.field)?.by !== one.name;
        return !wasDecided && !isWanted && !isReleased && !isGivenUp && !isOfBefore && !isOthers;
      })
      .map(({ id, field, mine }) => `${one.name}: ${mine} was taken back and is still there in ${id} ${field}`);
  });
}

/** The newest value of a workstation ends on top of its older ones. */
export function nothingOlderOnTop({ server, workstations, people, ids }: World): readonly string[] {
  return workstations.flatMap((one) =>
    ids.flatMap((id) =>
      FIELDS.flatMap((field) => {
        const last = server.lastWrite(id, field);
        if (last?.by !== one.name) return [];
        const all = one.snapshots.allEdits.flatMap((edit) =>
          edit.fileId === id ? edit.changes.filter((change) => change.field === field) : [],
        );
        const own = all.filter(({ status }) => status === 'settled');
        const newest = own.toSorted((a, b) => b.seq - a.seq)[0];
        if (newest === undefined || newest.settlement !== 'applied') return [];
        // A removal that was discarded after its send is newer, and its value equals that of any other removal.
        const isNewer = all.some(({ seq, mine }) => seq > newest.seq && mine === last.after);
        const older = isNewer ? [] : own.filter(({ seq, mine }) => seq < newest.seq && mine === last.after);
        // An edit that went with a restored snapshot has left a value that nobody knows for the person's own.
        const isOlder = older.some(({ editId }) => !one.snapshots.isLost(editId));
        // Nobody but the person knows of a newer edit that a restored snapshot took away.
        const isUnknown = one.snapshots.isLost(newest.editId);
        // What was sent before may have landed late: a restored snapshot drops the delayed checks.
        const isForgotten = one.snapshots.wasRestoredSince(last.request?.sentAtMs ?? Infinity);
        const wasDecided = people.some(({ decisions }) =>
          decisions.some(
            ({ workstation, server: seen, ...about }) =>
              about.id === id &&
              about.field === field &&
              ([newest.mine, last.after, last.before].includes(seen) || (isUnknown && workstation === one.name)),
          ),
        );
        // A removal that the service takes for a text is put back by an edit that nobody made.
        const isPutBack = newest.base === 'null';
        // A released edit is late because its person held it, or took it back and back again; some discard it once it is sent.
        const wasReleased = all.some(
          ({ editId, mine }) => mine === last.after && people.some(({ released }) => released.has(editId)),
        );
        // The person discarded the edit that would have put the newer value back on top, or changed the older one.
        const wasGivenUp = all.some(
          ({ editId, seq, base, mine, status }) =>
            seq > newest.seq &&
            (mine === newest.mine || base === last.after) &&
            status === 'discarded' &&
            people.some(({ discarded }) => discarded.has(editId)),
        );
        // The person was asked about the older value, and took the edit back that asked.
        const wasLeft = all.some(
          ({ editId, seq, server: seen, serverSeenAtMs, status }) =>
            seq > newest.seq &&
            status === 'discarded' &&
            serverSeenAtMs !== null &&
            seen === last.after &&
            people.some(({ discarded, takenBack }) => discarded.has(editId) || takenBack.has(editId)),
        );
        // An absent key does not tell who removed it, so the conflict rule decides for the service.
        const byRule = one.rules.had('serverWins') && last.after === null;
        // A whole map drops the key that somebody else wrote after its read: what it lacked was removed by others before.
        const isOthersDropped = last.after === null && isDroppedUnread(server, last) && !isOwnValue(one, last.before);
        return isOlder &&
          !isForgotten &&
          !byRule &&
          !isOthersDropped &&
          !wasDecided &&
          !wasGivenUp &&
          !wasLeft &&
          !isPutBack &&
          !wasReleased &&
          last.after !== newest.mine
          ? [`${one.name}: older ${last.after} lies on top of ${newest.mine} in ${id} ${field}`]
          : [];
      }),
    ),
  );
}

const isOwnValue = (one: Workstation, value: string | null): boolean => value?.startsWith(`${one.name}-`) ?? false;

/** Whether an update took a value away that somebody else wrote after its read. */
function isDroppedUnread({ log }: World['server'], { id, field, by, request, before }: Write): boolean {
  const writer = log.findLast((one) => one.id === id && one.field === field && one.after === before);
  return writer !== undefined && request !== null && writer.by !== by && writer.atMs >= request.readAtMs;
}

/** A list that was asked for before the last update of this workstation, or shows a value it has since written over. */
export function isUndone(
  workstation: Workstation,
  server: SimulatedServer,
  record: FileRecord,
  requestSeq: number,
): boolean {
  const { name, files, outbox } = workstation;
  const settled = outbox.settled(workstation.of(record.id));
  if (settled === null) return false;
  const held = files.row(record)?.record;
  // A list asked for during an update that took its time says nothing old when it says what the answer said.
  const saysTheSame =
    held !== undefined && FIELDS.every((field) => fieldValue(held, field) === fieldValue(record, field));
  if (settled.requestSeq > requestSeq) return !saysTheSame;
  for (const [field, value] of server.files.get(record.id) ?? []) {
    // What the answer to the last update said tells nothing old, though an earlier update landed after it.
    if (held !== undefined && fieldValue(held, field) === fieldValue(record, field)) continue;
    const last = server.lastWrite(record.id, field);
    const isLastOurs = last?.by === name && last.atMs <= settled.settledAtMs;
    if (isLastOurs && fieldValue(record, field) !== value) return true;
  }
  return false;
}
