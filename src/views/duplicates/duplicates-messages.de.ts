import { plural } from '../../components/format.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './duplicates-messages.ts';

export const duplicatesMessages: WordingOf<typeof english>['duplicatesMessages'] = {
  title: 'Gleicher Inhalt',
  rest: 'Dateien, deren CIDs denselben Hashwert haben, unter mehreren Namen oder in mehreren Netzen, wie auch immer die CIDs geschrieben sind.',
  found: (groups, files) =>
    groups === 0 ? 'keine' : `${plural(files, 'Datei', 'Dateien')} in ${plural(groups, 'Gruppe', 'Gruppen')}`,
  looked: 'Durchgesehen',
  look: 'Neu durchsehen',
  looking: 'Alle Dateien werden durchgesehen…',
  list: 'Dateien mit gleichem Inhalt',
  nothing: 'Keine zwei Dateien haben denselben Inhalt',
  nothingRest: 'Jede CID in der Kopie hat ihren eigenen Hashwert.',
  outlived: 'Seitdem wurde eine andere Verbindung durchgesehen. Neu durchsehen, um diese zu zeigen.',
  group: (files, names, networks) =>
    [
      plural(files, 'Datei', 'Dateien'),
      names > 1 ? plural(names, 'Name', 'Namen') : 'ein Name',
      networks > 1 ? 'beide Netze' : 'ein Netz',
    ].join(' · '),
  gone: 'Diese Datei war da und ist es nicht mehr.',
  notArrived: 'noch nicht hier',
};
