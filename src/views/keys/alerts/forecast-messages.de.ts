import { count, plural } from '../../../components/format.ts';
import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './forecast-messages.ts';

export const forecastMessages: WordingOf<typeof english>['forecastMessages'] = {
  units: {
    months: (number) => plural(number, 'Monat', 'Monate'),
    days: (number) => plural(number, 'Tag', 'Tage'),
    hours: (number) => plural(number, 'Stunde', 'Stunden'),
    minutes: (number) => plural(number, 'Minute', 'Minuten'),
  },
  notEnoughData: 'zu wenig Daten für eine Vorhersage',
  quiet: (duration) => `keine Nutzung gesehen seit: ${duration}`,
  anyTime: 'kann jederzeit zu Ende gehen',
  farAway: (years) => `reicht noch länger als ${count(years)} Jahre`,
  left: (about, from, to) => `reicht noch etwa ${about} (${from} ${to === null ? 'oder mehr' : `bis ${to}`})`,
  reason: {
    unlimited: 'Dieser Schlüssel hat keine Grenze der Nutzung.',
    over: 'Dieser Schlüssel ist nicht mehr nutzbar, deshalb wird nichts vorhergesagt.',
    tooShort:
      'Pinfold beobachtet diesen Schlüssel seit weniger als einer Stunde oder erst seit dem Zurücksetzen seiner Nutzungen. Eine Vorhersage braucht mindestens drei Nutzungen, gefunden von Prüfungen über eine Stunde oder länger.',
    tooFew: (duration, uses) =>
      `Beobachtet: ${duration}, gesehen: ${plural(uses, 'Nutzung', 'Nutzungen')}. Eine Vorhersage braucht mindestens drei.`,
    oneCheck: (duration, uses) =>
      `Beobachtet: ${duration}, gesehen: ${plural(uses, 'Nutzung', 'Nutzungen')}, alle bei einer Prüfung. Eine Vorhersage braucht Nutzungen, die mindestens zwei Prüfungen gefunden haben.`,
    quiet: 'In diesem Tempo geht er nicht zu Ende.',
    farAway: (pace, duration, years) =>
      `${pace}, gesehen über ${duration}. Wenn es so weitergeht, reicht er noch länger als ${count(years)} Jahre.`,
    runsOut: (pace, duration, end) =>
      // A German date may end in a full stop, and stands inside the sentence.
      `${pace}, gesehen über ${duration}. In neun von zehn Fällen ist das Ende ${end}, wenn es so weitergeht.`,
  },
  end: (from, to) => (to === null ? `nicht vor ${from}` : `${from} bis ${to}`),
  perDay: (uses) => `${plural(uses, 'Nutzung', 'Nutzungen')} am Tag`,
  perWeek: (uses) => `${plural(uses, 'Nutzung', 'Nutzungen')} in der Woche`,
  noSample: 'Noch keine Messung seiner Nutzung.',
  timeline: (first, last, resets, limit) => {
    const fell = resets === 0 ? '' : resets === 1 ? ', einmal zurückgesetzt' : `, ${count(resets)}-mal zurückgesetzt`;
    const most = limit === null ? 'ohne Grenze' : `Grenze ${count(limit)}`;
    return `Nutzung im Lauf der Zeit: ${first.uses} (${first.when}), ${last.uses} (${last.when})${fell}; ${most}.`;
  },
};
