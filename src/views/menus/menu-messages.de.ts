import { labelText } from '../../domain/core/text.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './menu-messages.ts';

export const menuMessages: WordingOf<typeof english>['menuMessages'] = {
  row: 'Was sich mit dieser Datei tun lässt',
  selection: 'Was sich mit den ausgewählten Dateien tun lässt',
  copyAs: 'Kopieren als…',
  export: 'Exportieren…',
  fetchSignatures: 'Signaturen holen',
  fetchSignature: 'Ihre Signatur holen',
  filterGroup: (group) => `Nur die Gruppe „${labelText(group)}“`,
  lookUpCid: 'Ihre CID nachschlagen',
  noCid: 'sie hat noch keine CID',
  itsChange: 'Ihre Änderung',
  history: 'Verlauf',
};
