import { count, isOne, plural } from '../../../components/format.ts';
import { labelText } from '../../../domain/core/text.ts';
import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './remedy-messages.ts';

export const remedyMessages: WordingOf<typeof english>['remedyMessages'] = {
  title: 'Wege an der Grenze vorbei',
  limit: (files, pairs) =>
    `${files === 1 ? 'Sie hat' : 'Sie haben'} so viele Paare, wie dieser Dienst angenommen hat, ${count(pairs)}; eines mehr hat er abgelehnt.`,
  makeRoom: 'Platz schaffen: ohne',
  keyToRemove: 'Zu entfernender Schlüssel',
  thenSet: (keys) => `und dafür mit ${keys.map((key) => labelText(key)).join(', ')}`,
  otherKey: 'Statt eines weiteren Schlüssels:',
  value: (value) => (value === null ? 'den Wert' : labelText(value)),
  refusedKey: 'Abgelehnter Schlüssel',
  into: 'in',
  keyToFill: 'Schlüssel, der den Wert bekommt',
  having: (having, of, empty) => {
    const who =
      having < of
        ? `${count(having)} von ${count(of)} ${isOne(having) ? 'hat' : 'haben'} ihn`
        : `alle ${count(of)} haben ihn`;
    return `${of === 1 ? 'die Datei hat ihn' : who}${empty === 0 ? '' : `, ${of === 1 ? '' : `${count(empty)} davon `}leer`}`;
  },
  cannotRemove: 'Dieser Dienst kann keinen Schlüssel entfernen.',
  replaced: 'Was der Schlüssel jetzt enthält, wird ersetzt und bleibt im Verlauf der Datei.',
  stay: (files) => `${plural(files, 'Datei ohne ihn bleibt', 'Dateien ohne ihn bleiben')} abgelehnt.`,
  apply: (files) => (files === 1 ? 'Erneut einreihen' : `Erneut einreihen: ${count(files)}`),
};
