import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textsIn } from '../support/texts-in.ts';

const german = globSync([
  'src/**/*-messages.de.ts',
  'electron/{hosting,shell,workers}/**/*-words.ts',
  'electron/shell/{farewell,replay-notices}.ts',
]).flatMap((path) => textsIn(path).map((text) => ({ path, text })));

/** A possessive that begins a text and means the chosen file. */
const ofTheFile = ['Ihre Signatur holen', 'Ihre CID nachschlagen', 'Ihre Änderung', 'Ihren Status erklären'];

const saidAs = (form: RegExp): readonly string[] =>
  german.filter(({ text }) => form.test(text) && !ofTheFile.includes(text)).map(({ path, text }) => `${path}: ${text}`);

test('German addresses nobody: a command is an infinitive, and a state has no person', () => {
  expect(saidAs(/\b(?:du|dich|dir|dein\p{L}*)\b/iu)).toEqual([]);
  // Within a sentence a capital is the polite form; at its beginning it may be the third person, which has no "Ihr".
  expect(saidAs(/[\p{Ll}\d}“,;] (?:Sie|Ihnen|Ihr(?:e[mnrs]?)?)\b|^Ihr(?:e[mnrs]?)?\b/u)).toEqual([]);
  expect(german.length).toBeGreaterThan(1_000);
});

/** A word that a catalogue had for a thing which has another name on every other screen. */
const otherwise: readonly (readonly [word: RegExp, say: string])[] = [
  [/Inspektor/, 'Details'],
  [/Passw[oö]rt/, 'Kennwort'],
  [/\b(?:den|einen|keinen|diesen) Token\b/, 'das Token'],
  [/\bIds?\b/, 'ID'],
  [/gespeicherte[nr]? (?:Ansicht|Änderung)|Computer gespeichert|^Speichern?\b|nicht gespeichert/, 'sichern'],
  [/\bwies\b.* ab\b/, 'lehnte ab'],
  [/liest nur/, 'schreibgeschützt'],
  [/\bunbenutzt\b/, 'ungenutzt'],
  [/\b(?:Dieser|Der) Bau\b/, 'Build'],
  [/auf dieser Ansicht/, 'in dieser Ansicht'],
  [/\bfür jetzt\b/i, 'vorerst'],
  [/Änderungen am Tag/, 'pro Tag'],
  [/\bauf (?:jeder Datei|mehr als der Hälfte der Dateien)/, 'bei'],
  [/\bEin Zeichen (?:ist|sind)\b/, 'steht für'],
  [/\bauf allen\b/, 'bei'],
  [/\b(?:anderer|keine) Art\b/, 'Typ'],
  [/ID der Anfrage/, 'Anfragekennung'],
  [/Verlauf zeigen|^verlauf\./, 'Aktivität'],
  [/\bRechte\b/, 'Berechtigungen'],
  [/\bVerbrauch\b/, 'Nutzung'],
  [/^note$/, 'notiz'],
  [/^Keine Signatur$/, 'Ist keine Signatur'],
  [/wart(?:et|en) auf eine Entscheidung/, 'zu klären'],
];

test('one thing has one name in German wherever it stands', () => {
  expect(otherwise.flatMap(([word, say]) => saidAs(word).map((found) => `${found} (say ${say})`))).toEqual([]);
});

test('an ellipsis stands as the English one does, at the word before it, and quotation marks are German', () => {
  expect(saidAs(/[^,] …|\.\.\./)).toEqual([]);
  // Straight marks are part of a search, and of what stands in a profile, which a pattern reads.
  expect(saidAs(/”|‘|"(?!genaue Worte)(?<!genaue Worte")/)).toEqual([]);
  expect(saidAs(/“(?=\p{L})/u)).toEqual([]);
});
