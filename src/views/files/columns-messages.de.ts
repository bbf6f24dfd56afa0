import type { WordingOf } from '../messages/wording.ts';
import type * as english from './columns-messages.ts';

export const columnsMessages: WordingOf<typeof english>['columnsMessages'] = {
  open: 'Spalten',
  title: 'Spalten der Liste',
  shown: 'Gezeigt, in dieser Reihenfolge',
  more: 'Weitere Spalten',
  forward: (name) => `${name} nach vorn`,
  back: (name) => `${name} nach hinten`,
  metadata: 'Metadaten-Schlüssel',
  metadataHint: 'Seine Werte werden eine Spalte.',
  noKey: 'Keine Datei hier hat einen solchen Schlüssel.',
  most: (most) => `Höchstens ${most} Metadaten-Schlüssel können Spalten sein.`,
  usual: 'Übliche Spalten',
  keys: 'In den Spaltenköpfen verschiebt Alt mit einer Pfeiltaste die Spalte, und Umschalt mit einer Pfeiltaste ändert ihre Breite.',
  sortBy: 'Sortieren nach',
  descending: 'Letzte oder größte zuerst',
  sort: {
    name: 'Name',
    group: 'Gruppe',
    size: 'Größe',
    type: 'Typ',
    cid: 'CID',
    network: 'Netz',
    created: 'Hinzugefügt',
    state: 'Status',
  },
  stateAndAdded: 'Status / hinzugefügt',
  rowHeight: 'Zeilenhöhe',
  rowHeights: { dense: '24', usual: '28', roomy: '36' },
  added: (at) => `Hinzugefügt ${at}`,
  emptyValue: 'leer',
};
