import { bytes, count, date, isOne, listed, plural } from '../../../../components/format.ts';
import { appMessages } from '../../../messages/app-messages.de.ts';
import type { WordingOf } from '../../../messages/wording.ts';
import type * as english from './summary-messages.ts';

export const summaryMessages: WordingOf<typeof english>['summaryMessages'] = {
  title: (files) => plural(files, 'Datei', 'Dateien'),
  seals: (shown, files) =>
    shown === files ? plural(shown, 'Siegel', 'Siegel') : `${count(shown)} von ${count(files)} Siegeln`,
  adding: 'Größen werden zusammengezählt…',
  allOfType: (type) => `alle ${type}`,
  types: (parts) => listed(parts),
  type: (type, files) => `${count(files)} ${type}`,
  otherTypes: (files) => `${count(files)} anderer Typen`,
  untyped: 'kein Typ bekannt',
  range: (least, most, half) =>
    least === most ? `je ${bytes(least)}` : `je ${bytes(least)} bis ${bytes(most)}, die Hälfte unter ${bytes(half)}`,
  unknownSizes: (files) => `von ${plural(files, 'Datei', 'Dateien')} ist keine Größe bekannt`,
  added: (firstMs, lastMs, nowMs) =>
    date(firstMs, nowMs) === date(lastMs, nowMs)
      ? `hinzugefügt ${date(firstMs, nowMs)}`
      : `hinzugefügt ${date(firstMs, nowMs)} bis ${date(lastMs, nowMs)}`,
  metadata: 'Metadaten der Auswahl',
  keys: (keys) => plural(keys, 'Schlüssel', 'Schlüssel'),
  noKeys: 'Keine dieser Dateien hat Metadaten.',
  onAll: (value, files) => `${value} bei allen ${count(files)}`,
  value: (value, files) => `${value}:\u00a0${count(files)}`,
  empty: '(leer)',
  others: (files) => `andere Werte:\u00a0${count(files)}`,
  missing: (files) => `nicht gesetzt:\u00a0${count(files)}`,
  otherKeys: (keys) => `und ${plural(keys, 'weiterer Schlüssel', 'weitere Schlüssel')}`,
  frequentKeys: 'Gezählt sind die häufigsten Schlüssel der Bibliothek.',
  states: 'Status',
  state: (state, files) =>
    `${count(files)} ${state === 'waiting' && !isOne(files) ? 'warten' : appMessages.state[state]}`,
  full: (files, pairs) =>
    files === 1
      ? `Eine von diesen hat schon ${pairs} Paare.`
      : `${count(files)} von diesen haben schon ${pairs} Paare.`,
  fullRest: (refused) =>
    `Dieser Dienst hat einen Datensatz mit ${refused} Paaren schon abgelehnt. Einen neuen Schlüssel würde er dort ablehnen.`,
};
