import type * as english from './wait-messages.ts';
import type { WordingOf } from './wording.ts';

type Wording = WordingOf<typeof english>;

export const restMessages: Wording['restMessages'] = {
  readOnly: {
    sentence: 'Diese Verbindung ist schreibgeschützt. Gesendet wird, wenn die Einstellungen es wieder erlauben.',
    label: 'Wartet: schreibgeschützt',
  },
  paused: {
    sentence: 'Diese Verbindung ist angehalten. Gesendet wird, wenn sie fortgesetzt wird.',
    label: 'Wartet: angehalten',
  },
  noToken: {
    sentence: 'Auf diesem Computer gibt es kein Token. Gesendet wird, wenn in den Einstellungen eines angegeben ist.',
    label: 'Wartet auf ein Token',
  },
  offline: { sentence: 'Gesendet wird, wenn das Netz zurück ist.', label: 'Wartet auf das Netz' },
};

export const troubleLabelMessages: Wording['troubleLabelMessages'] = {
  unreachable: 'Nicht erreicht',
  notAnswering: 'Keine Antwort',
  rateLimited: 'Der Dienst bittet um Geduld',
  notOurService: 'Etwas anderes antwortete',
  notAllowed: 'Nicht erlaubt (403)',
  tokenRefused: 'Token abgelehnt (401)',
  incompleteList: 'Wartet',
  fileCeiling: 'Wartet',
  disk: 'Datenträger voll oder nicht beschreibbar',
};

export const ownWaitMessages: Wording['ownWaitMessages'] = {
  turn: { sentence: 'Die Änderung wartet, bis sie an der Reihe ist.', label: 'Wartet, bis sie an der Reihe ist' },
  sending: { sentence: 'Die Änderung geht jetzt an den Dienst.', label: 'Wird gesendet…' },
  reading: {
    sentence: 'Der Dienst wurde zuerst nach dieser Datei gefragt und hat noch nicht geantwortet.',
    label: 'Gefragt, noch keine Antwort',
  },
  parked: {
    sentence:
      'Sie entstand mit anderem Token, Konto oder anderer Adresse und geht nur auf ausdrücklichen Wunsch hinaus.',
    label: 'Geparkt: anderes Token, Konto oder andere Adresse',
  },
  earlierUpdate: (left) => ({
    sentence: `Eine frühere Änderung dieser Datei kann noch beim Dienst ankommen. Gesendet wird in ${left}.`,
    label: `Wartet ${left} auf eine frühere Änderung`,
  }),
  later: (left) => ({ sentence: `Gesendet wird in ${left}.`, label: `Wartet ${left}` }),
  decision: {
    conflicted: {
      sentence: 'Sie wartet auf die Entscheidung über eine frühere Änderung desselben Feldes.',
      label: 'Wartet auf Entscheidung über frühere Änderung',
    },
    refused: {
      sentence: 'Zuerst zu klären: Der Dienst hat eine andere Änderung dieser Datei nicht angenommen.',
      label: 'Zu klären: andere Änderung abgelehnt',
    },
    gone: {
      sentence: 'Zuerst zu klären: Diese Datei gibt es beim Dienst nicht mehr.',
      label: 'Zu klären: Datei verschwunden',
    },
  },
  nextTry: (left) => `neuer Versuch in ${left}`,
  nextTryNow: 'gleich ein neuer Versuch',
};

export const answerLabelMessages: Wording['answerLabelMessages'] = {
  notSent: 'Nicht erreicht',
  noAnswer: 'Keine Antwort',
  answered: 'Eine Antwort',
  malformed: 'Unlesbare Antwort',
  notOurService: 'Etwas anderes antwortete',
  wrongRecord: 'Andere Datei in der Antwort',
};

export const briefWaitMessages: Wording['briefWaitMessages'] = {
  inTime: (answer, left) => `${answer} · in ${left}`,
  next: (answer) => `${answer} · gleich`,
  waiting: (left) => `wartet · ${left}`,
  sending: 'geht hinaus…',
  reading: 'noch ohne Antwort',
  parked: 'geparkt',
  answers: {
    notSent: 'nicht erreicht',
    noAnswer: 'keine Antwort',
    answered: 'Antwort',
    malformed: 'unlesbar',
    notOurService: 'nicht erreicht',
    wrongRecord: 'andere Datei',
    rateLimited: 'Geduld',
    disk: 'Datenträger',
  },
};
