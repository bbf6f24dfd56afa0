import { expect, test } from 'vitest';
import type { BulkOperation } from '../../src/domain/edits/bulk.ts';
import type { RequestedChange } from '../../src/domain/edits/edit.ts';
import { bulkTitle, tableTitle, titleOf, titleWithValue } from '../../src/domain/edits/set-title.ts';
import { keyField } from '../../src/domain/files/field.ts';
import { inPastTense, stepMessage } from '../../src/views/frame/frame-messages.ts';
import { titleMessages } from '../../src/views/messages/title-messages.de.ts';
import { titleMessages as english } from '../../src/views/messages/title-messages.ts';

const pair = (key: string, base: string | null, mine: string | null): RequestedChange => ({
  field: keyField(key),
  base,
  mine,
});
const rename: RequestedChange = { field: 'name', base: 'a.png', mine: 'b.png' };
const german = titleMessages.shown;

test('a stored title of one file is read in German', () => {
  const titles: readonly (readonly [readonly RequestedChange[], string])[] = [
    [[pair('tier', null, 'gold')], 'tier = gold bei a.png gesetzt'],
    [[pair('tier', 'gold', '')], 'tier = (leer) bei a.png gesetzt'],
    [[pair('tier', 'gold', ''), rename], 'tier = (leer) und 1 weitere bei a.png gesetzt'],
    [[pair('tier', 'gold', null)], 'tier bei a.png entfernt'],
    [[rename], 'a.png in b.png umbenannt'],
    [[], 'Nichts an a.png geändert'],
    [[pair('tier', 'gold', null), pair('level', null, 'gold')], 'Schlüssel tier in level umbenannt (a.png)'],
  ];
  expect(titles.map(([changes]) => german(titleOf('a.png', changes)))).toEqual(titles.map(([, title]) => title));
});

test('a stored title of a bulk edit is read in German, for every kind of step', () => {
  const titles: Readonly<Record<BulkOperation['kind'], readonly [BulkOperation, string]>> = {
    setKey: [{ kind: 'setKey', key: 'tier', value: 'gold' }, 'tier = gold bei 413 Dateien gesetzt'],
    removeKey: [{ kind: 'removeKey', key: 'note' }, 'note bei 413 Dateien entfernt'],
    renameKey: [{ kind: 'renameKey', from: 'a', to: 'b' }, 'Schlüssel a in b umbenannt (413 Dateien)'],
    replaceInName: [
      { kind: 'replaceInName', find: 'proof', replacement: 'final', matchCase: true },
      '„proof“ durch „final“ in den Namen ersetzt (413 Dateien)',
    ],
    addToName: [
      { kind: 'addToName', prefix: 'x-', suffix: '-v2' },
      '„x-“ und „-v2“ dem Namen hinzugefügt (413 Dateien)',
    ],
    numberNames: [{ kind: 'numberNames', stem: 'sheet-', first: 1, digits: 3 }, '413 Dateien in sheet-{n} umbenannt'],
  };
  for (const [step, title] of Object.values(titles)) expect(german(bulkTitle([step], 413))).toBe(title);
  const [steps] = [[titles.setKey[0], titles.removeKey[0]]];
  expect(german(bulkTitle(steps, 1))).toBe('tier = gold und 1 weitere bei 1 Datei gesetzt');
  expect(german('Remove colour and 12 more from 3 files')).toBe('colour und 12 weitere bei 3 Dateien entfernt');
  expect(german(bulkTitle([], 2))).toBe('2 Dateien bearbeitet');
});

test('a number of files is written as the language writes it, in titles of earlier builds as they were', () => {
  const steps: readonly (readonly [BulkOperation, string, string])[] = [
    [
      { kind: 'setKey', key: 'tier', value: 'gold' },
      'Set tier = gold on 2,470 files',
      'tier = gold bei 2.470 Dateien gesetzt',
    ],
    [
      { kind: 'numberNames', stem: 'sheet-', first: 1, digits: 3 },
      'Rename 2,470 files to sheet-{n}',
      '2.470 Dateien in sheet-{n} umbenannt',
    ],
  ];
  for (const [step, title, inGerman] of steps) {
    expect(bulkTitle([step], 2_470)).toBe(title);
    expect(german(title)).toBe(inGerman);
  }
  expect(bulkTitle([], 1_002_470)).toBe('Edit 1,002,470 files');
  expect(german('Set tier = gold on 2470 files')).toBe('tier = gold bei 2470 Dateien gesetzt');
  expect(german('Settle 1,200 conflicts over the name')).toBe('Über den Namen entschieden (Konflikte: 1.200)');
  expect(titleWithValue('Set tier on 2,470 files', [pair('tier', null, 'gold')])).toBe(
    'Set tier = gold on 2,470 files',
  );
});

test('a stored title of an imported table is read in German', () => {
  const three = [rename, pair('tier', null, 'a'), pair('stage', null, 'b')];
  expect(german(tableTitle(three, 2))).toBe('Namen, tier und 1 weitere aus einer Tabelle für 2 Dateien importiert');
  expect(german(tableTitle([], 0))).toBe('Tabelle für 0 Dateien importiert');
});

test('what was undone, discarded or decided is read in German with the title inside it', () => {
  const titles = {
    'Undo: Set tier = gold on 413 files': 'Zurückgenommen: tier = gold bei 413 Dateien gesetzt',
    'Redo: Rename a to b': 'Wiederholt: a in b umbenannt',
    'Undo: Discard: Rename a to b': 'Verwerfen zurückgenommen: a in b umbenannt',
    'Undo: Discard: the name of a.png': 'Verwerfen zurückgenommen: Name von a.png',
    'Redo: Undo: Discard: Rename a to b': 'Zurücknehmen des Verwerfens wiederholt: a in b umbenannt',
    'Discard: Remove tier from a.png': 'Verworfen: tier bei a.png entfernt',
    'Discard: the name of a.png': 'Verworfen: Name von a.png',
    'Discard: tier of a.png': 'Verworfen: tier von a.png',
    'Settle the conflict in a.png': 'Konflikt in a.png entschieden',
    'Settle 3 conflicts over the name': 'Über den Namen entschieden (Konflikte: 3)',
    'Add tier of a.png': 'tier von a.png geändert',
    'Change 2 fields of a.png': '2 Felder von a.png geändert',
    'Put back metadata the service dropped (tier)': 'Vom Dienst verworfene Metadaten wiederhergestellt (tier)',
    'Metadata that went away with an update (tier)': 'Metadaten, die bei einer Änderung verschwanden (tier)',
  };
  expect(Object.keys(titles).map(german)).toEqual(Object.values(titles));
});

test('names and values keep their own words, and a title of no known form stays as it was written', () => {
  expect(german('Set note = Remove it on a and b.png')).toBe('note = Remove it bei a and b.png gesetzt');
  expect(german('Rename Set 1 file.png to $1.png')).toBe('Set 1 file.png in $1.png umbenannt');
  expect(german('Something else')).toBe('Something else');
});

test('what became of a discard or an undo is said with one colon', () => {
  const discard = 'Discard: Set tier = gold on 3 files';
  expect([
    inPastTense(discard),
    inPastTense(`Undo: ${discard}`),
    english.after('takenBack', discard),
    english.after('takenBack', `Undo: ${discard}`),
    english.inside(discard),
    english.shown(`Redo: ${discard}`),
    stepMessage({ kind: 'leftAsItIs', title: discard }),
  ]).toEqual([
    'Discarded: Set tier = gold on 3 files',
    'Discard taken back: Set tier = gold on 3 files',
    'Discard taken back: Set tier = gold on 3 files',
    'Undo of a discard taken back: Set tier = gold on 3 files',
    'discard (Set tier = gold on 3 files)',
    'Redo of a discard: Set tier = gold on 3 files',
    'Discard left as it is, because what is there now is not from this edit: Set tier = gold on 3 files.',
  ]);
  expect([
    german(`Undo: ${discard}`),
    titleMessages.after('doneAgain', discard),
    titleMessages.inside(discard),
  ]).toEqual([
    'Verwerfen zurückgenommen: tier = gold bei 3 Dateien gesetzt',
    'Verwerfen wiederholt: tier = gold bei 3 Dateien gesetzt',
    'Verwerfen (tier = gold bei 3 Dateien gesetzt)',
  ]);
});

test('what was taken back or done again and had no act before is said as it was', () => {
  const title = 'Rename a to b';
  expect([
    stepMessage({ kind: 'takenBack', title }),
    stepMessage({ kind: 'doneAgain', title }),
    stepMessage({ kind: 'done', title }),
    titleMessages.after('takenBack', title),
    titleMessages.inside(title),
  ]).toEqual([
    'Taken back: Rename a to b.',
    'Done again: Rename a to b.',
    'Renamed a to b.',
    'Zurückgenommen: a in b umbenannt',
    'a in b umbenannt',
  ]);
});
