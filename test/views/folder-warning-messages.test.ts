import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openMirror } from '../../electron/database/mirror/open-mirror.ts';
import { checkOutbox } from '../../electron/database/outbox/integrity-check.ts';
import { outboxTable } from '../../electron/database/outbox/outbox-table.ts';
import { profileWarnings } from '../../electron/database/profile/profile-warnings.ts';
import { folderWarningMessages as english } from '../../src/views/settings/diagnostics/folder-warning-messages.ts';
import { folderWarningMessages } from '../../src/views/settings/diagnostics/folder-warning-messages.de.ts';
import { aChangeSet, anEdit, connectionA } from '../support/builders.ts';
import { aProfile, temporaryDirectory } from '../support/database.ts';

const german = (warnings: readonly string[]): string => warnings.map((one) => folderWarningMessages.shown(one)).join();

/** What an outbox with two edits, one of them taken out by `spoil`, is warned of. */
function warningsAfter(spoil: (db: SQLite.Database) => void): readonly string[] {
  const { outbox } = aProfile();
  outboxTable(outbox).enqueue(aChangeSet(1, { edits: [anEdit(1), anEdit(2)] }));
  spoil(outbox);
  return checkOutbox(outbox, 'unreadable', 0);
}

test('warnings about the outbox are read in German', () => {
  const altered = warningsAfter((db) => db.exec("UPDATE change_sets SET title = 'tampered'"));
  expect(german(altered)).toBe(
    'Der Vermerk neben der Datei der wartenden Änderungen war nicht lesbar und wurde neu geschrieben.,' +
      '1 Zeile der Datei der wartenden Änderungen ist nicht so, wie sie geschrieben wurde.',
  );
  const lost = warningsAfter((db) =>
    db.exec('DELETE FROM edit_changes WHERE edit_seq = 2; DELETE FROM edits WHERE seq = 2'),
  );
  expect(german(lost.slice(0, 1))).toBe('Eine Änderung ist in der Datei der wartenden Änderungen verloren gegangen.');
});

// A profile keeps a noticed loss as this sentence.
test.each([
  ['3 edits saved on this computer were lost from the outbox file.', /^3 Änderungen, auf .* gesichert, sind /],
  ['12 edits were lost inside the outbox file.', /^12 Änderungen sind in der Datei/],
  ['The outbox file is not the one that was used here last; edits may be missing.', /können fehlen\.$/],
  ['The note beside the outbox file was missing and was written anew.', /fehlte und wurde neu/],
  ['2 rows of the outbox file are not as written.', /^2 Zeilen/],
])('%s is read in German', (stored, said) => {
  expect(folderWarningMessages.shown(stored)).toMatch(said);
});

test('a damaged mirror and where it is kept are read in German', () => {
  const path = join(temporaryDirectory(), 'mirror.db');
  writeFileSync(path, 'x'.repeat(5_000));
  const { db, warnings } = openMirror(path, 12_345);
  onTestFinished(() => void db.close());
  expect(german(warnings)).toMatch(/^Die Kopie .* war beschädigt \(.+\)\. Sie bleibt als .*mirror\.db\.damaged-12345 /);
});

test('what is wrong with the folder is read in German', () => {
  const directory = temporaryDirectory();
  const paths = [join(directory, 'outbox.db')];
  const fileSystemOf = (): string => 'NFS';
  expect(german(profileWarnings({ directory, paths }, { fileSystemOf }))).toMatch(/ wurde verschoben oder gelöscht, /);
  for (const name of ['outbox.db', 'outbox.db-wal']) writeFileSync(join(directory, name), 'x'.repeat(2_000_000));
  const [shared, log] = profileWarnings({ directory, paths }, { fileSystemOf, mostWalBytes: 1 });
  expect(german([shared!])).toContain(
    `${directory} liegt auf einem Laufwerk, das andere Computer mitbenutzen können (NFS).`,
  );
  writeFileSync(join(directory, `erase-copy-${connectionA}`), '');
  expect(german(profileWarnings({ directory, paths }, { fileSystemOf: () => null }))).toBe(
    `Eine Kopie, die gelöscht werden sollte, ist noch nicht vollständig aus ${directory} gelöscht, weil der Datenträger voll war oder es nicht annahm. Teile davon sind dort noch lesbar. Platz schaffen und Pinfold neu starten: Es löscht sie dann.`,
  );
  expect(german([log!])).toMatch(/^Das Protokoll von outbox\.db ist auf 2 MB gewachsen, /);
});

test.skipIf(process.platform === 'win32')('a folder that every account may change is told in German', () => {
  const directory = temporaryDirectory();
  const paths = [join(directory, 'outbox.db')];
  writeFileSync(paths[0]!, '');
  chmodSync(directory, 0o777);
  expect(german(profileWarnings({ directory, paths }, { fileSystemOf: () => null }))).toMatch(
    /^Jedes Konto dieses Computers darf .* ändern .* mit --profile einen anderen Ordner wählen\.$/,
  );
});

test('a warning of an earlier build, and every one in English, stays as it was written', () => {
  const other = 'The disk is old.';
  expect([folderWarningMessages.shown(other), english.shown(other)]).toEqual([other, other]);
});
