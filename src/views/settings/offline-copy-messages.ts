import { bytes, plural } from '../../components/format.ts';

export const offlineCopyMessages = {
  about:
    'Each connection has a copy of its file records on this computer, never the files themselves. All are in one folder.',
  total: (sizeBytes: number) => `${bytes(sizeBytes)} on the disk in all.`,
  files: 'Files',
  size: 'Size on the disk',
  sizeOf: (sizeBytes: number) => `about ${bytes(sizeBytes)}`,
  checked: 'Caught up',
  fullCheck: 'Every file looked at',
  never: 'never',
  parts: 'What is copied',
  partsStay:
    'What is left out is asked for no more. Records that were copied before stay readable until the copy is rebuilt, and edits that wait are still sent.',
  rebuild: 'Rebuild copy…',
  rebuildOf: (connection: string) => `Rebuild copy… (${connection})`,
  title: (connection: string) => `Rebuild the copy of ${connection}?`,
  question:
    'The copied file records are deleted and fetched anew. Signatures, and what others were seen to change, go with them.',
  edits: (files: number) =>
    files === 0
      ? 'No edit waits. Drafts, stars, notes on files, API keys with the history of their uses, and saved views stay.'
      : `Edits to ${plural(files, 'file', 'files')} stay as they are, and so do drafts, stars, notes on files, API keys with the history of their uses, and saved views.`,
  needsNetwork: 'Until the next check has fetched them, no file can be read here. That takes a network.',
  confirm: 'Rebuild the copy',
  busy: 'Rebuilding…',
} as const;
