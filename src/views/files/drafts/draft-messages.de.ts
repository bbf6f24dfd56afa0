import { plural } from '../../../components/format.ts';
import { labelText } from '../../../domain/core/text.ts';
import { MOST_DRAFTS } from '../../../domain/edits/draft.ts';
import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './draft-messages.ts';

export const draftMessages: WordingOf<typeof english>['draftMessages'] = {
  unsaved: 'Ungesicherter Entwurf',
  typed: (age) => `Noch nicht gesichert, eingegeben ${age}`,
  justNow: 'gerade eben',
  nothing: 'nichts',
  empty: 'leer',
  quoted: (value) => `„${value}“`,
  lineRemoved: (key) => `${key} entfernt`,
  goOn: 'Weiter',
  discard: 'Verwerfen',
  discardOf: (part, name) => `Entwurf verwerfen (${part}), eingegeben für ${labelText(name)}`,
  newName: 'Neuer Name:',
  typedOver: (base, now) => `Beim Eingeben stand hier ${base}. Jetzt steht hier ${now}.`,
  open: (drafts) => plural(drafts, 'ungesicherter Entwurf', 'ungesicherte Entwürfe'),
  title: 'Ungesicherte Entwürfe',
  about: 'Eingegeben und noch nicht gesichert. Es bleibt auf diesem Computer und wird nie von selbst gesendet.',
  none: 'Es gibt keine mehr.',
  lost: {
    tooMany: `${MOST_DRAFTS} Entwürfe sind schon aufbewahrt, deshalb geht dieser mit dem Fenster verloren. Sichern oder einen anderen verwerfen.`,
    tooLong: 'Das ist zu lang für einen Entwurf und geht mit diesem Fenster verloren. Vor dem Verlassen sichern.',
  },
  part: { name: 'Name', metadata: 'Metadaten' },
};
