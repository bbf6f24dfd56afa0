import type { Channel } from '../../src/contract/index.ts';
import { isReaderChannel, type ReaderChannel } from './reader-channels.ts';

/** The channels of the writer that change nothing, on this computer or at a service, or the same when they run twice. */
const repeatable = [
  'app.info',
  'app.notices',
  'app.preferences',
  'app.exportPending',
  'updates.get',
  'connections.list',
  'connections.test',
  'practice.state',
  'files.get',
  'files.waits',
  'files.history',
  'drafts.list',
  'drafts.keep',
  'localWords.counts',
  'fileNotes.put',
  'keys.alerts',
  'changes.counts',
  'changes.list',
  'changes.set',
  'changes.note',
  'changes.outcomes',
  'changes.tape',
  'changes.edits',
  'changes.export',
  'changes.ofFile',
  'changes.conflicts',
  'changes.parked',
  'undo.state',
  'recovery.copies',
  'diagnostics.get',
  'selfTest.trace',
  'export.state',
  'savedViews.list',
  'signatures.get',
  'signatures.work',
  'signers.list',
  'signers.export',
] as const satisfies readonly Exclude<Channel, ReaderChannel>[];

/** Whether a request does the same when it is asked twice: a thread that ended may have carried it out already. */
export const isRepeatable = (name: string): boolean =>
  isReaderChannel(name) || repeatable.some((channel) => channel === name);
