import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { connectionsTable, savedViewsTable } from '../../../electron/database/profile/profile-tables.ts';
import { starsTable } from '../../../electron/database/profile/stars-table.ts';
import type { OpenProfile } from '../../../electron/database/profile/open-profile.ts';
import { fileId } from '../../../src/domain/core/ids.ts';
import { aChangeSet, aConnection, anEdit, connectionA, uuid } from '../../support/builders.ts';
import { aProfile, temporaryDirectory } from '../../support/database.ts';

export const FILES = Array.from({ length: 300 }, (_, at) => at + 1);

/** A profile with an edit of each of 300 files, a connection, a saved view and a star; closed. */
export function closedProfile(more: (profile: OpenProfile) => void = () => undefined): string {
  const directory = temporaryDirectory();
  const profile = aProfile(directory);
  connectionsTable(profile.outbox).put(aConnection());
  savedViewsTable(profile.outbox).set(connectionA, []);
  starsTable(profile.outbox).toggle(connectionA, [{ network: 'public', id: fileId.parse(uuid(1)) }]);
  outboxTable(profile.outbox).enqueue(aChangeSet(1, { edits: FILES.map((file) => anEdit(file, uuid(file))) }));
  more(profile);
  profile.close();
  return directory;
}

const PAGE_BYTES = 4_096;
const LEAF_OF_A_TABLE = 0x0d;

/** Overwrites the page of the table that holds edit 150, and with it some of its neighbours. */
export function damage(directory: string): void {
  const outbox = join(directory, 'outbox.db');
  const bytes = readFileSync(outbox);
  const isHit = (at: number): boolean =>
    bytes[at] === LEAF_OF_A_TABLE && bytes.subarray(at, at + PAGE_BYTES).includes(anEdit(150).id);
  const pages = Array.from({ length: bytes.length / PAGE_BYTES }, (_, page) => page * PAGE_BYTES);
  const at = pages.find(isHit);
  if (at === undefined) throw new Error('No page holds edit 150');
  bytes.fill(0x5a, at, at + PAGE_BYTES);
  writeFileSync(outbox, bytes);
}
