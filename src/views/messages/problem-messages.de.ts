import { count } from '../../components/format.ts';
import type * as english from './problem-messages.ts';
import type { WordingOf } from './wording.ts';

type Wording = WordingOf<typeof english>;

export const problemMessages: Wording['problemMessages'] = {
  neverReached: (host) => `${host} wurde noch nie erreicht`,
  neverReachedRest: (host) =>
    `Die Adresse ist ${host}. Sie wurde noch nie erreicht, deshalb ist noch nichts auf diesen Computer kopiert.`,
  remedy: { address: 'Adresse ändern', token: 'Token ersetzen' },
  remove: 'Diese Verbindung entfernen',
};

export const troubleMessages: Wording['troubleMessages'] = {
  notAnswering: 'Der Dienst antwortet nicht.',
  unreachable: 'Der Dienst ist nicht erreichbar.',
  notOurService: 'Etwas anderes hat anstelle des Dienstes geantwortet.',
  notAllowed: 'Der Dienst erlaubt das nicht (403).',
  tokenRefused: 'Der Dienst hat dieses Token abgelehnt (401).',
  incompleteList: 'Die Liste des Dienstes kommt nicht an ihr Ende: Was hier steht, ist vielleicht nicht alles.',
  fileCeiling: 'Die Kopie hat so viele Dateien, wie sie haben darf, und der Dienst hat mehr.',
  disk: 'Der Datenträger dieses Computers ist voll oder nicht beschreibbar.',
};

export const answerMessages: Wording['answerMessages'] = {
  answered: (status) => `Der Dienst antwortete mit ${status}`,
  unanswered: {
    notSent: 'Der Dienst war nicht erreichbar',
    noAnswer: 'Es kam keine Antwort',
    answered: 'Der Dienst antwortete',
    malformed: 'Die Antwort des Dienstes war nicht lesbar',
    notOurService: 'Etwas anderes hat anstelle des Dienstes geantwortet',
    wrongRecord: 'Der Dienst antwortete mit einer anderen Datei',
  },
  rateLimited: (status) =>
    `Der Dienst bittet um Geduld${status === null ? '' : ` (${status})`}; am Netz liegt es nicht.`,
  few: ['', '', ', zweimal', ', dreimal', ', viermal', ', fünfmal', ', sechsmal', ', siebenmal'],
  often: (times) => `, ${count(times)}-mal`,
  nextTry: (left) => `Neuer Versuch in ${left}`,
  nextTryNow: 'Neuer Versuch jetzt',
};

export const limitMessages: Wording['limitMessages'] = {
  pairs: (size, refused) => `Die Metadaten hätten ${size} Paare, und dieser Dienst lehnte ${refused} ab`,
  name: (size, refused) => `Der Name hätte ${size} Zeichen, und dieser Dienst lehnte ${refused} ab`,
  key: (size, refused) => `Ein Schlüssel hätte ${size} Zeichen, und dieser Dienst lehnte ${refused} ab`,
  value: (size, refused) => `Ein Wert hätte ${size} Zeichen, und dieser Dienst lehnte ${refused} ab`,
};
