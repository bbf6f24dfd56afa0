import type * as english from './guided-practice-messages.ts';
import type { WordingOf } from './wording.ts';

export const guidedPracticeMessages: WordingOf<typeof english>['guidedPracticeMessages'] = {
  title: 'Geführte Übung',
  open: 'Geführte Übung',
  goOn: (done) => (done === 0 ? 'Geführte Übung' : `Geführte Übung: ${done} von 5 geschafft`),
  steps: {
    networkOff: {
      title: 'Das Netz wegnehmen',
      how: 'Den Schalter „Netz“ ausschalten. Alles Sichtbare bleibt zur Hand.',
    },
    rename: {
      title: 'Eine Datei umbenennen',
      how: (key) =>
        `Eine Datei wählen, ${key === null ? 'zweimal auf den Namen klicken' : `${key} drücken`}, einen anderen Namen eingeben und Eingabe drücken. Die Änderung wartet hier.`,
    },
    elsewhere: {
      title: 'Jemand anderen sie umbenennen lassen',
      how: 'Bei geöffneter Datei auf „Jemand anderes ändert diese Datei“ drücken.',
    },
    networkOn: {
      title: 'Das Netz zurückbringen',
      how: 'Den Schalter „Netz“ einschalten und zusehen, wie die Änderungen hinausgehen.',
    },
    decide: {
      title: 'Entscheiden',
      how: 'Beide haben den Namen geändert. Den Konflikt unter Änderungen öffnen und sagen, wie die Datei heißen soll.',
    },
  },
  now: (number, how) => `Schritt ${number} von 5: ${how}`,
  done: 'geschafft',
  complete:
    'Geschafft. Nichts ging verloren, und nichts wurde ungefragt entschieden. So geht es auch mit dem eigenen Dienst.',
  openChanges: 'Änderungen öffnen',
  again: 'Von vorn beginnen',
  leave: 'Vorerst verlassen',
  close: 'Schließen',
};
