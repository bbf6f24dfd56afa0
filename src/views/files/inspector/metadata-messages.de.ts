import { count, plural } from '../../../components/format.ts';
import { labelText } from '../../../domain/core/text.ts';
import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './metadata-messages.ts';

export const metadataMessages: WordingOf<typeof english>['metadataMessages'] = {
  title: 'Metadaten',
  notSet: 'nicht gesetzt',
  empty: 'leer',
  waiting: (fields) => `${count(fields)} ${fields === 1 ? 'wartet' : 'warten'}`,
  pairs: (pairs) => plural(pairs, 'Paar', 'Paare'),
  pairsOf: (pairs, most) => `${count(pairs)} von ${plural(most, 'Paar', 'Paaren')}`,
  more: (next, left) => `${plural(next, 'weiteres', 'weitere')}${next === left ? '' : ` von ${count(left)}`} anzeigen`,
  limit: (refused, when) => `dieser Dienst hat ${when === null ? '' : `am ${when} `}${count(refused)} nicht angenommen`,
  was: (before) => `vorher: ${before}`,
  keyOf: (key) => `Schlüssel ${labelText(key)}`,
  longKey: (characters) =>
    `Der Schlüssel hat ${count(characters)} Zeichen, zu viele, um ihn hier zu bearbeiten. Die Eingabe tritt an seine Stelle.`,
  longValue: (characters) =>
    `Der Wert hat ${count(characters)} Zeichen, zu viele, um ihn hier zu bearbeiten. Die Eingabe tritt an seine Stelle.`,
  keys: 'Schlüssel dieser Bibliothek',
  values: (key) => `Werte von ${labelText(key)} in dieser Bibliothek`,
  newKey: 'neuer Schlüssel',
  newValue: 'neuer Wert',
  undoField: (field) => `Änderung von ${labelText(field)} zurücknehmen`,
  beingSent:
    'Diese Änderung wird gerade gesendet oder ist gesendet und noch nicht beantwortet: Sie lässt sich jetzt nicht zurücknehmen.',
  pasteAdded: (pairs) => `${count(pairs)} neu`,
  pasteChanged: (pairs) => `${count(pairs)} geändert`,
  pasteSame: (pairs) => `${count(pairs)} schon so`,
  pasted: (effect) => `Eingefügte Zeilen übernommen: ${effect}.`,
  undoPaste: 'Einfügen rückgängig machen',
  pasteLines: 'Zeilen Schlüssel=Wert einfügen…',
  save: 'Sichern',
  saveChanges: (changes) => `${plural(changes, 'Änderung', 'Änderungen')} sichern`,
  draft: 'Bleibt als Entwurf erhalten',
};
