import { type TitleAct, titleActs } from './set-title.ts';

/** A form that stored titles have, and what a German reader reads in its place. */
type Form = readonly [form: RegExp, german: (...parts: readonly string[]) => string];

/** Names, keys and values are the person's and stay; only the words around them change. */
const wordsAround: readonly (readonly [RegExp, string])[] = [
  [/^1 file$/, '1 Datei'],
  [/^(.+) = \(empty\)$/s, '$1 = (leer)'],
  [/^the name$/, 'den Namen'],
  [/^an edit$/, 'eine Änderung'],
];

const germanCount = (english: string): string => english.replaceAll(',', '.');

/** A key, a file or a number of files, with what the domain put around it: "tier = (empty) and 1 more". */
function said(part: string): string {
  const [, before, more] = /^(.+) and (\d+) more$/s.exec(part) ?? [];
  if (before !== undefined) return `${said(before)} und ${more} weitere`;
  const [, files] = /^([\d,]+) files$/.exec(part) ?? [];
  if (files !== undefined) return `${germanCount(files)} Dateien`;
  const found = wordsAround.find(([form]) => form.test(part));
  return found === undefined ? part : part.replace(...found);
}

const quoted = (text: string): string =>
  text.replaceAll('“', '„').replaceAll('”', '“').replaceAll('“ and „', '“ und „');

/** The first form that fits decides; a longer one stands before those that it would fit too. */
const forms: readonly Form[] = [
  [/^Settle the conflict in (.+)$/s, (file) => `Konflikt in ${file} entschieden`],
  [
    /^Settle ([\d,]+) conflicts over (.+)$/s,
    (count = '', field) => `Über ${said(field)} entschieden (Konflikte: ${germanCount(count)})`,
  ],
  [
    /^Rename key (.+) to (.+) on (.+)$/s,
    (from, to, where) => `Schlüssel ${from} in ${said(to)} umbenannt (${said(where)})`,
  ],
  [/^Rename ([\d,]+ files?) to (.+\{n\}.*)$/s, (files, stem) => `${said(files)} in ${said(stem)} umbenannt`],
  [/^Rename (.+) to (.+)$/s, (from, to) => `${from} in ${said(to)} umbenannt`],
  [/^Replace (“.*” by “.*”.*) in the names of (.+)$/s, (what, where) => replaced(what, where)],
  [
    /^Add (“.+”.*) to the names of (.+)$/s,
    (what, where) => `${quoted(said(what))} dem Namen hinzugefügt (${said(where)})`,
  ],
  [/^Set (.+) on (.+)$/s, (pair, where) => `${said(pair)} bei ${said(where)} gesetzt`],
  [/^Remove (.+) from (.+)$/s, (key, where) => `${said(key)} bei ${said(where)} entfernt`],
  [/^Import a table for (.+)$/s, (where) => `Tabelle für ${said(where)} importiert`],
  [
    /^Import (.+) from a table for (.+)$/s,
    (keys, where) => `${keysOf(keys)} aus einer Tabelle für ${said(where)} importiert`,
  ],
  [/^Edit (.+)$/s, (where) => `${said(where)} bearbeitet`],
  [/^Change nothing in (.+)$/s, (file) => `Nichts an ${file} geändert`],
  [/^Change (\d+) fields of (.+)$/s, (fields, file) => `${fields} Felder von ${file} geändert`],
  [/^(?:Add|Change) (.+) of (.+)$/s, (key, file) => `${said(key)} von ${file} geändert`],
  [
    /^Put right what an older request of ours changed back$/,
    () => 'Richtiggestellt, was eine ältere eigene Anfrage zurückgeändert hat',
  ],
  [
    /^Put back metadata the service dropped \((.+)\)$/s,
    (keys) => `Vom Dienst verworfene Metadaten wiederhergestellt (${keys})`,
  ],
  [
    /^Metadata that went away with an update \((.+)\)$/s,
    (keys) => `Metadaten, die bei einer Änderung verschwanden (${keys})`,
  ],
];

/** What was discarded: a title, or a field of a file, which has no verb. */
function discarded(of: string): string {
  const shown = withoutActs(of);
  if (shown !== of) return shown;
  const [, file] = /^the name of (.+)$/s.exec(of) ?? [];
  return file === undefined ? of.replace(/ of /, ' von ') : `Name von ${file}`;
}

const replaced = (what: string, where: string): string =>
  `${quoted(said(what)).replace('“ by „', '“ durch „')} in den Namen ersetzt (${said(where)})`;

const keysOf = (keys: string): string => said(keys).replace(/^names(?=$|,| und )/, 'Namen');

function withoutActs(title: string): string {
  for (const [form, german] of forms) {
    const found = form.exec(title);
    if (found !== null) return german(...found.slice(1));
  }
  return said(title);
}

const done: Readonly<Record<TitleAct, string>> = { undo: 'zurückgenommen', redo: 'wiederholt', discard: 'verworfen' };
const nouns: Readonly<Record<TitleAct, string>> = { undo: 'Zurücknehmen', redo: 'Wiederholen', discard: 'Verwerfen' };

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The acts of a title as a noun: "Zurücknehmen des Verwerfens". */
export const germanAct = (acts: readonly TitleAct[]): string =>
  acts.map((act, place) => (place === 0 ? nouns[act] : ` des ${nouns[act]}s`)).join('');

/** What the acts of a title are about. */
export function germanOf(title: string): string {
  const { acts, of } = titleActs(title);
  return acts.at(-1) === 'discard' ? discarded(of) : withoutActs(of);
}

/** A title after what became of it, with one colon however many acts it has: "Verwerfen zurückgenommen: a in b umbenannt". */
export const germanTitleAfter = (lead: string, acts: readonly TitleAct[], title: string): string =>
  `${capital(`${germanAct(acts)} ${lead}`.trim())}: ${germanOf(title)}`;

/** What a German reader reads in the place of a stored title of a change set, which is English. */
export function germanTitle(title: string): string {
  const [last, ...earlier] = titleActs(title).acts;
  return last === undefined ? germanOf(title) : germanTitleAfter(done[last], earlier, title);
}
