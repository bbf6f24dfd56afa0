import type { WordingOf } from '../messages/wording.ts';
import type * as english from './saved-views-messages.ts';

export const savedViewMessages: WordingOf<typeof english>['savedViewMessages'] = {
  save: 'Ansicht sichern…',
  saveTitle: 'Diese Ansicht sichern',
  saveRest:
    'Suche, Filter und Reihenfolge bleiben auf diesem Computer und lassen sich aus der Liste an der Seite öffnen.',
  name: 'Name',
  list: 'Ansichten…',
  listTitle: 'Gesicherte Ansichten',
  listRest: (first, ninth) =>
    `Die ersten neun öffnen sich mit ${first} bis ${ninth}. Alt ↑ und Alt ↓ verschieben eine Ansicht.`,
  empty:
    'Noch keine gesicherten Ansichten. Die Liste der Dateien oder der API-Schlüssel eingrenzen und dann die Ansicht sichern.',
  open: (name) => `${name} öffnen`,
  rename: (name) => `${name} umbenennen`,
  newName: (name) => `Neuer Name von ${name}`,
  up: (name) => `${name} nach oben`,
  down: (name) => `${name} nach unten`,
  remove: (name) => `${name} entfernen`,
  noName: 'Einen Namen eingeben.',
};
