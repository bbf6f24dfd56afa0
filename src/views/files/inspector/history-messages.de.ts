import { count, plural } from '../../../components/format.ts';
import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './history-messages.ts';

type Wording = WordingOf<typeof english>;

export const historyMessages: Wording['historyMessages'] = {
  list: 'Was mit dieser Datei geschah, das Neueste zuerst',
  loading: 'Der Verlauf kommt gleich',
  empty: 'Auf diesem Computer geschah mit dieser Datei noch nichts.',
  offline: 'Offline: Hier steht, was dieser Computer gesehen und getan hat. Was andere inzwischen tun, fehlt noch.',
  restored: (fields) =>
    fields === 1
      ? 'Als neue Änderung auf diesem Computer gesichert.'
      : `Als neue Änderung von ${count(fields)} Feldern auf diesem Computer gesichert.`,
  before: 'Vorher:',
  value: 'Nachher:',
  emptyValue: 'leer',
  now: 'wie jetzt',
  restore: 'Diesen Wert wiederherstellen',
  restoreBefore: 'Wert davor wiederherstellen',
  restoreAll: 'Diese Werte wiederherstellen',
  restoreAllBefore: 'Werte davor wiederherstellen',
  more: (left) => `${plural(Math.min(left, 50), 'weiteren', 'weitere')} zeigen`,
  observed: 'Beim Dienst gesehen',
  vanished: 'Nach der eigenen Änderung hat der Dienst das nicht mehr',
  gaveWay: 'In einem Konflikt gewichen',
};

export const editedMessages: Wording['editedMessages'] = {
  queued: 'Eigene Änderung, wartet',
  held: 'Eigene Änderung, auf diesem Computer zurückgehalten',
  conflicted: 'Eigene Änderung, zu klären',
  refused: 'Eigene Änderung, vom Dienst abgelehnt',
  gone: 'Eigene Änderung, aufbewahrt: Die Datei war verschwunden',
  settled: 'Eigene Änderung, auf dem Server',
  discarded: 'Eigene Änderung, verworfen',
};
