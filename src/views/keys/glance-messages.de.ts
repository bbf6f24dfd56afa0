import { count, isOne, plural } from '../../components/format.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './glance-messages.ts';

type Wording = WordingOf<typeof english>;

export const glanceMessages: Wording['glanceMessages'] = {
  label: 'Schlüssel auf einen Blick',
  mark: (keys) =>
    keys === 1 ? 'Ein Zeichen steht für einen Schlüssel.' : `Ein Zeichen steht für ${count(keys)} Schlüssel.`,
  conditions: { active: 'aktiv', limited: 'begrenzt', exhausted: 'aufgebraucht', revoked: 'widerrufen' },
  runOut: (keys) => (keys === 1 ? 'läuft binnen 30 Tagen aus' : 'laufen binnen 30 Tagen aus'),
  mighty: (keys) => (isOne(keys) ? 'darf alles' : 'dürfen alles'),
  mightyIdle: (keys, days) => `${count(keys)} davon ${count(days)} Tage ungenutzt`,
  idle: (days) => `${count(days)} Tage ungenutzt`,
  change: (keys) => (isOne(keys) ? 'darf Dateien ändern' : 'dürfen Dateien ändern'),
  audit: 'Wer was darf',
  sortedByLook: 'geordnet nach dem, was einen Blick braucht',
  sortByLook: 'Nach dem ordnen, was einen Blick braucht',
};

export const endMessages: Wording['endMessages'] = {
  column: 'Läuft aus',
  line: '90 Tage',
  lastUse: 'Benutzt',
  noUse: 'noch nicht',
  about: (day) => `etwa ${day}`,
  margin: (days) => `, ± ${plural(days, 'Tag', 'Tage')}`,
  usedUp: (day) => (day === null ? 'aufgebraucht' : `aufgebraucht ${day}`),
  quiet: (days) => `${plural(days, 'Tag', 'Tage')} ungenutzt`,
  anyTime: 'jederzeit',
  farAway: 'nicht binnen eines Jahres',
  unknown: 'noch nicht bekannt',
};
