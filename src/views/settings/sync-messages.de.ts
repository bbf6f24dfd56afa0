import { plural } from '../../components/format.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './sync-messages.ts';

type Wording = WordingOf<typeof english>;

export const syncMessages: Wording['syncMessages'] = {
  replayNotices: 'Melden, wenn viele Änderungen gesendet sind',
  replayNoticesHint:
    'Eine Mitteilung des Systems, solange kein Fenster von Pinfold vorn ist. Nur in der Desktop-App; für alle Verbindungen.',
  tray: 'Pinfold bei den Symbolen des Systems behalten',
  trayHint:
    'Das Symbol sagt, wie viele Dateien warten, und Änderungen werden gesendet, während kein Fenster offen ist. Ein neuer Start von Pinfold öffnet ein Fenster, auch wo ein Desktop keine solchen Symbole zeigt. Nur in der Desktop-App.',
  intervals: {
    '1': 'Minute',
    '5': '5 Minuten',
    '15': '15 Minuten',
    '60': 'Stunde',
    '360': '6 Stunden',
    '1440': '24 Stunden',
  },
  minutes: (minutes) => plural(minutes, 'Minute', 'Minuten'),
  notChecked: 'nicht geprüft',
  checked: (when) => `geprüft ${when}`,
  yes: 'ja',
  no: 'nein',
  mode: {
    paused: 'Angehalten: Nichts wird gesendet oder geholt',
    noToken: 'Wartet auf ein Token',
    tokenRefused: 'Der Dienst hat das Token abgelehnt',
  },
  neverReached: 'Noch nie erreicht',
  offline: 'Offline',
  running: 'Läuft',
  neverCaughtUp: 'noch nie auf dem Stand',
  caughtUp: (when) => `auf dem Stand ${when}`,
  fullCheck: (when) => `jede Datei angesehen ${when}`,
};
