import type { Database } from 'better-sqlite3';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { doEach } from '../../../src/domain/core/thrown.ts';
import { fileMark } from '../../../src/domain/files/file-marks.ts';
import { deleteMirror, deleteRows } from '../../database/mirror/delete-mirror.ts';
import { marksTable } from '../../database/mirror/marks-table.ts';
import { type OwedErasures, owedErasures } from '../../database/mirror/owed-erasures.ts';
import { dueFilesPart } from '../../database/outbox/due-files.ts';
import { eraseRecords } from '../../database/outbox/erase-records.ts';
import { draftsTable } from '../../database/profile/drafts-table.ts';
import { fileNotesTable } from '../../database/profile/file-notes-table.ts';
import { groupNamesTable } from '../../database/profile/group-names-table.ts';
import type { OpenProfile } from '../../database/profile/open-profile.ts';
import { connectionsTable } from '../../database/profile/profile-tables.ts';
import { starsTable } from '../../database/profile/stars-table.ts';
import type { ActivityLog } from '../../sync/activity/activity-log.ts';
import type { ConnectionsPorts } from '../../sync/connection/running-connections.ts';
import type { SnapshotsClient } from './clients.ts';

export type ErasurePorts = Pick<ConnectionsPorts, 'tables'> & {
  /** Listens to erasures in the mirror, in the same turn: what gathers files there has to stop. */
  readonly erased: (id: ConnectionId) => void;
  /** Listens to erasures of what a person typed and nobody sent. */
  readonly wordsErased: () => void;
  /** Erases from the copies of the outbox what was erased from it. */
  readonly eraseFromSnapshots: SnapshotsClient['erase'];
  readonly activity: ActivityLog;
};

export type ErasureContext = Pick<OwedErasures, 'note' | 'settle'> & {
  /** Does what an earlier run owes. @throws SqliteError while the disk refuses */
  readonly finish: () => void;
};

type ComposedErasures = {
  readonly ports: Pick<ConnectionsPorts, 'eraseCopy' | 'emptyCopy' | 'eraseLocalWords'>;
  readonly context: ErasureContext;
};

type Environment = { readonly profile: OpenProfile; readonly profileDirectory: string };

/** Makes what deletes the data of a connection from this computer. */
export function composeErasures({ profile, profileDirectory }: Environment, given: ErasurePorts): ComposedErasures {
  const { note, settle, list } = owedErasures(profileDirectory);
  const eraseWords = (id: ConnectionId): void => {
    eraseLocalWords(profile, id);
    given.wordsErased();
    const isListed = hasOpenEdits(profile.outbox, id);
    given.eraseFromSnapshots((copy) => eraseFromCopy(copy, id, isListed));
  };
  const finish = (id: ConnectionId) => (): void => {
    doEach([() => eraseWords(id), () => eraseCopy(profile, given, id)]);
    settle(id);
  };
  return {
    ports: {
      eraseLocalWords: eraseWords,
      eraseCopy: (id) => eraseCopy(profile, given, id),
      emptyCopy: (id) => emptyCopy(profile, given, id),
    },
    context: { note, settle, finish: () => doEach(list().map(finish)) },
  };
}

/** Deletes what a person typed and marked here and nobody sent; the erasure of the copy takes the traces. */
function eraseLocalWords({ mirror, outbox }: OpenProfile, id: ConnectionId): void {
  discardWords(outbox, id);
  for (const mark of fileMark.options) marksTable(mirror).replace(id, mark, []);
}

/** Erases from a copy of the outbox. What is removed here is removed from it too, but for the connection of edits that wait in it. */
function eraseFromCopy(copy: Database, id: ConnectionId, isListed: boolean): void {
  if (isListed || hasOpenEdits(copy, id)) discardWords(copy, id);
  else connectionsTable(copy).remove(id);
}

function discardWords(outbox: Database, id: ConnectionId): void {
  draftsTable(outbox).discardAll(id);
  starsTable(outbox).discardAll(id);
  fileNotesTable(outbox).discardAll(id);
  groupNamesTable(outbox).discardAll(id);
}

const hasOpenEdits = (outbox: Database, id: ConnectionId): boolean =>
  dueFilesPart(outbox).filesWithOpenChanges(id).length > 0;

/** Empties a mirror that is taken anew. A damaged one that was set aside stays: nobody asked for its deletion. */
function emptyCopy({ mirror }: OpenProfile, { tables, activity, erased }: ErasurePorts, id: ConnectionId): void {
  try {
    deleteRows(mirror, () => tables.files.wipe(id));
  } finally {
    activity.copyErased(id);
    erased(id);
  }
}

/** Deletes a mirror, and what the outbox holds of it. What a full disk refuses keeps nothing else from going. */
function eraseCopy(
  { mirror, outbox }: OpenProfile,
  { tables, activity, erased, eraseFromSnapshots }: ErasurePorts,
  id: ConnectionId,
): void {
  const wipe = (): void => {
    tables.files.wipe(id);
    tables.keys.wipe(id);
  };
  try {
    doEach([
      () => deleteMirror(mirror, wipe),
      () => eraseRecords(outbox, id),
      () => eraseFromSnapshots((copy) => eraseRecords(copy, id)),
    ]);
  } finally {
    activity.copyErased(id);
    erased(id);
  }
}
