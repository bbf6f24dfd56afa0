import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './folder-warning-messages.ts';

type Form = readonly [RegExp, (...values: readonly string[]) => string];

const edits = (count: string): string => (count === 'One' ? 'Eine Änderung' : `${count} Änderungen`);
const are = (count: string): string => (count === 'One' ? 'ist' : 'sind');

/** The forms of the warnings, with their values in round brackets. */
const forms: readonly Form[] = [
  [
    /^(One|\d+) edits? saved on this computer w(?:as|ere) lost from the outbox file\.$/,
    (count = '') =>
      `${edits(count)}, auf diesem Computer gesichert, ${are(count)} aus der Datei der wartenden Änderungen verloren gegangen.`,
  ],
  [
    /^(One|\d+) edits? w(?:as|ere) lost inside the outbox file\.$/,
    (count = '') => `${edits(count)} ${are(count)} in der Datei der wartenden Änderungen verloren gegangen.`,
  ],
  [
    /^The outbox file is not the one that was used here last; edits may be missing\.$/,
    () =>
      'Die Datei der wartenden Änderungen ist nicht die, die hier zuletzt in Gebrauch war; Änderungen können fehlen.',
  ],
  [
    /^The note beside the outbox file could not be read and was written anew\.$/,
    () => 'Der Vermerk neben der Datei der wartenden Änderungen war nicht lesbar und wurde neu geschrieben.',
  ],
  [
    /^The note beside the outbox file was missing and was written anew\.$/,
    () => 'Der Vermerk neben der Datei der wartenden Änderungen fehlte und wurde neu geschrieben.',
  ],
  [
    /^(\d+) rows? of the outbox file (?:is|are) not as written\.$/,
    (count = '') =>
      count === '1'
        ? '1 Zeile der Datei der wartenden Änderungen ist nicht so, wie sie geschrieben wurde.'
        : `${count} Zeilen der Datei der wartenden Änderungen sind nicht so, wie sie geschrieben wurden.`,
  ],
  [
    /^The copy of the service's files was damaged \((.*)\)\. It is kept as (.*) and is being copied anew; waiting edits are not affected\.$/s,
    (detail = '', aside = '') =>
      `Die Kopie der Dateien des Dienstes war beschädigt (${detail}). Sie bleibt als ${aside} erhalten und wird neu angelegt; wartende Änderungen sind nicht betroffen.`,
  ],
  [
    /^(.*) was moved or deleted while Pinfold runs, so nothing more is saved\. /s,
    (directory = '') =>
      `${directory} wurde verschoben oder gelöscht, während Pinfold läuft, und nichts wird mehr gesichert. Zuerst unten die wartenden Änderungen exportieren, dann den Ordner zurücklegen und Pinfold neu starten.`,
  ],
  [
    /^Every account of this computer may change (.*), and so replace or remove the files in it\. /s,
    (directory = '') =>
      `Jedes Konto dieses Computers darf ${directory} ändern und damit die Dateien darin ersetzen oder löschen. Den anderen dieses Recht nehmen oder mit --profile einen anderen Ordner wählen.`,
  ],
  [
    /^A copy that was to be deleted is not erased completely from (.*), because the disk was full or did not take it\. /s,
    (directory = '') =>
      `Eine Kopie, die gelöscht werden sollte, ist noch nicht vollständig aus ${directory} gelöscht, weil der Datenträger voll war oder es nicht annahm. Teile davon sind dort noch lesbar. Platz schaffen und Pinfold neu starten: Es löscht sie dann.`,
  ],
  [
    /^(.*) is on a drive that other computers may share \((.*)\)\. /s,
    (directory = '', kind = '') =>
      `${directory} liegt auf einem Laufwerk, das andere Computer mitbenutzen können (${kind}). Eine Verbindung, die abbricht, oder ein zweiter Computer, der die Dateien öffnet, kann sie beschädigen. Mit --profile einen Ordner auf diesem Computer wählen.`,
  ],
  [
    /^The log of (.*) has grown to (\d+) MB, because another program keeps reading the file: /s,
    (name = '', megabytes = '') =>
      `Das Protokoll von ${name} ist auf ${megabytes} MB gewachsen, weil ein anderes Programm die Datei ständig liest: eine Datensicherung, ein Virenscanner oder ein Datenbankwerkzeug. Nichts ist verloren. Ist dieses Programm beendet, so schrumpft das Protokoll mit den nächsten Änderungen.`,
  ],
];

function shown(warning: string): string {
  for (const [form, inGerman] of forms) {
    const found = form.exec(warning);
    if (found !== null) return inGerman(...found.slice(1));
  }
  return warning;
}

export const folderWarningMessages: WordingOf<typeof english>['folderWarningMessages'] = { shown };
