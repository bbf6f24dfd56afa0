import { labelText } from '../../domain/core/text.ts';

export const menuMessages = {
  row: 'What can be done with this file',
  selection: 'What can be done with the selected files',
  copyAs: 'Copy as…',
  export: 'Export…',
  fetchSignatures: 'Fetch signatures',
  fetchSignature: 'Fetch its signature',
  filterGroup: (group: string) => `Only the group “${labelText(group)}”`,
  lookUpCid: 'Look up its CID',
  noCid: 'it has no CID yet',
  itsChange: 'Its change',
  history: 'History',
} as const;
