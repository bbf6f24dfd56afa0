import { count, plural } from '../../../components/format.ts';
import type { CopyFormat } from '../../../domain/clipboard/copy-format.ts';

export const copyMessages = {
  open: 'Copy',
  menu: 'Copy as',
  files: (files: number) => plural(files, 'file', 'files'),
  formats: {
    cid: 'CID',
    ipfs: 'ipfs:// address',
    gateway: 'Gateway link',
    markdown: 'Markdown link',
    name: 'Name',
    id: 'Id',
    app: 'Link into Pinfold',
    json: 'Record as JSON',
    csv: 'Rows as CSV',
    curl: 'curl that reads it',
  } satisfies Record<CopyFormat, string>,
  copied: {
    cid: (files: number) => (files === 1 ? 'CID copied' : `${count(files)} CIDs copied`),
    ipfs: (files: number) => (files === 1 ? 'Address copied' : `${count(files)} addresses copied`),
    gateway: (files: number) => (files === 1 ? 'Link copied' : `${count(files)} links copied`),
    markdown: (files: number) => (files === 1 ? 'Link copied' : `${count(files)} links copied`),
    name: (files: number) => (files === 1 ? 'Name copied' : `${count(files)} names copied`),
    id: (files: number) => (files === 1 ? 'Id copied' : `${count(files)} ids copied`),
    app: (files: number) => (files === 1 ? 'Link copied' : `${count(files)} links copied`),
    json: (files: number) => (files === 1 ? 'JSON copied' : `${plural(files, 'record', 'records')} copied`),
    csv: (files: number) => `${plural(files, 'row', 'rows')} copied`,
    curl: (files: number) => (files === 1 ? 'curl copied' : `${count(files)} lines of curl copied`),
  } satisfies Record<CopyFormat, (files: number) => string>,
  preview: 'What will be copied',
  token: 'A curl holds $TOKEN, never the token.',
  pending: (files: number) =>
    files === 1 ? 'One file has no CID yet.' : `${plural(files, 'file has', 'files have')} no CID yet.`,
  firstOnly: (files: number, of: number) =>
    `The first ${count(files)} of ${count(of)} files: a clipboard holds no more. Export writes all of them.`,
  most: (most: number, of: number) =>
    `Of ${count(of)} files the first ${count(most)} are copied. Export writes all of them.`,
  nothing: 'Nothing was copied.',
  export: 'Export…',
  dismiss: 'Close this note',
} as const;
