import { count, plural } from '../../components/format.ts';
import type { OutboxContents, OutboxCopyKind } from '../../domain/recovery/recovery.ts';
import type { RecoveryWork } from '../../state/recovery/recovery.svelte.ts';

export const recoveryMessages = {
  windowTitle: 'Recovery · Pinfold',
  app: 'Pinfold',
  titles: {
    damaged: 'The queue of edits is damaged',
    safeMode: 'Pinfold has started in safe mode',
  },
  damaged:
    'Nothing was deleted, and nothing is sent. Whatever you choose here keeps the damaged file, and can be taken back.',
  safeMode: (starts: number) =>
    `The last ${plural(starts, 'start', 'starts')} ended before the page was shown. Nothing is sent, copied or indexed until you choose how to go on.`,
  file: 'File',
  problem: 'What is wrong',
  readable: 'What can still be read',
  reading: 'Reading…',
  contents: {
    edits: 'Waiting edits',
    connections: 'Connections',
    savedViews: 'Saved views',
    drafts: 'Drafts',
    stars: 'Stars',
    fileNotes: 'Notes on files',
  } satisfies Record<keyof OutboxContents, string>,
  editsRead: (readable: number) => `${count(readable)} readable`,
  altered: (edits: number) => `${count(edits)} not as written`,
  lost: (edits: number) => `${count(edits)} lost`,
  unreadable: 'cannot be read',
  takeOut: 'Take the edits out',
  takeOutAbout: 'Saves every waiting edit that can be read as a JSON file. Changes nothing here.',
  nothingToTakeOut: 'No edit of this queue can be read.',
  exportFile: 'pinfold-waiting-edits.json',
  fresh: 'Start with a fresh queue',
  freshAbout:
    'Keeps the damaged queue under another name. Connections, saved views, drafts, stars and notes that can be read come along; waiting edits do not.',
  freshSafeAbout:
    'Keeps this queue under another name. Connections, saved views, drafts, stars and notes come along; waiting edits do not.',
  freshGo: 'Start fresh, keep the old queue',
  snapshots: 'Restore a snapshot',
  snapshotsAbout:
    'Edits that waited in it are held until you release them: some may have been sent since. The queue of now is kept.',
  noSnapshots: 'There is no snapshot of this queue.',
  normally: 'Start normally',
  normallyAbout: 'Opens the profile and goes on with everything, as at every other start.',
  kept: 'Put a kept queue back',
  keptAbout:
    'These queues gave their place to another one. Edits that wait in one are held if something may have been sent since. The queue of now is kept in turn.',
  keptHere: 'Kept queues',
  noneKept: 'No queue was set aside.',
  kinds: {
    replaced: 'Set aside',
    snapshot: 'Snapshot',
    beforeMigration: 'Before an update',
  } satisfies Record<OutboxCopyKind, string>,
  editsIn: (edits: number) => plural(edits, 'waiting edit', 'waiting edits'),
  editsUnknown: 'edits cannot be read',
  restore: 'Restore',
  putBack: 'Put back',
  restoreOf: (what: string) => `Restore: ${what}`,
  putBackOf: (what: string) => `Put back: ${what}`,
  working: {
    startFresh: 'Starting with a fresh queue…',
    restore: 'Restoring the snapshot…',
    putBack: 'Putting the queue back…',
    startNormally: 'Starting…',
  } satisfies Record<RecoveryWork, string>,
} as const;
