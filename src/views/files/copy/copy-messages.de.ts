import { count, plural } from '../../../components/format.ts';
import type { WordingOf } from '../../messages/wording.ts';
import type * as english from './copy-messages.ts';

export const copyMessages: WordingOf<typeof english>['copyMessages'] = {
  open: 'Kopieren',
  menu: 'Kopieren als',
  files: (files) => plural(files, 'Datei', 'Dateien'),
  formats: {
    cid: 'CID',
    ipfs: 'ipfs://-Adresse',
    gateway: 'Gateway-Link',
    markdown: 'Markdown-Link',
    name: 'Name',
    id: 'ID',
    app: 'Link in Pinfold',
    json: 'Datensatz als JSON',
    csv: 'Zeilen als CSV',
    curl: 'curl, das sie liest',
  },
  copied: {
    cid: (files) => (files === 1 ? 'CID kopiert' : `${count(files)} CIDs kopiert`),
    ipfs: (files) => (files === 1 ? 'Adresse kopiert' : `${count(files)} Adressen kopiert`),
    gateway: (files) => (files === 1 ? 'Link kopiert' : `${count(files)} Links kopiert`),
    markdown: (files) => (files === 1 ? 'Link kopiert' : `${count(files)} Links kopiert`),
    name: (files) => (files === 1 ? 'Name kopiert' : `${count(files)} Namen kopiert`),
    id: (files) => (files === 1 ? 'ID kopiert' : `${count(files)} IDs kopiert`),
    app: (files) => (files === 1 ? 'Link kopiert' : `${count(files)} Links kopiert`),
    json: (files) => (files === 1 ? 'JSON kopiert' : `${plural(files, 'Datensatz', 'Datensätze')} kopiert`),
    csv: (files) => `${plural(files, 'Zeile', 'Zeilen')} kopiert`,
    curl: (files) => (files === 1 ? 'curl kopiert' : `${count(files)} Zeilen curl kopiert`),
  },
  preview: 'Was kopiert wird',
  token: 'Ein curl enthält $TOKEN, nie das Token selbst.',
  pending: (files) =>
    files === 1 ? 'Eine Datei hat noch keine CID.' : `${count(files)} Dateien haben noch keine CID.`,
  firstOnly: (files, of) =>
    `Die ersten ${count(files)} von ${count(of)} Dateien: mehr fasst die Zwischenablage nicht. Der Export schreibt alle.`,
  most: (most, of) => `Von ${count(of)} Dateien werden die ersten ${count(most)} kopiert. Der Export schreibt alle.`,
  nothing: 'Nichts wurde kopiert.',
  export: 'Exportieren…',
  dismiss: 'Diesen Hinweis schließen',
};
