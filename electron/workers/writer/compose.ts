import { tokenKeeping } from '../../../src/domain/connections/token-keeping.ts';
import { thirdPartyNotices } from '../../hosting/notices.ts';
import { thisBuild } from '../../hosting/this-build.ts';
import { selectedFiles } from '../../database/file-lists/query-rows.ts';
import { keysTable } from '../../database/keys/keys-table.ts';
import { filesTable } from '../../database/mirror/files-table.ts';
import { changeQueries } from '../../database/outbox/change-set-queries.ts';
import { arrivedEdits } from '../../database/outbox/arrived-edits.ts';
import { historyTable, undoTable } from '../../database/outbox/history-tables.ts';
import { fileEdits, outboxTable } from '../../database/outbox/outbox-table.ts';
import { notesTable } from '../../database/outbox/notes-table.ts';
import { parkedEdits } from '../../database/outbox/parked-edits.ts';
import { profileWarnings } from '../../database/profile/profile-warnings.ts';
import { sharedFileSystem } from '../../database/sqlite/shared-file-system.ts';
import type { OpenProfile } from '../../database/profile/open-profile.ts';
import { marksTable } from '../../database/mirror/marks-table.ts';
import { fileNotesTable } from '../../database/profile/file-notes-table.ts';
import { groupNamesTable } from '../../database/profile/group-names-table.ts';
import { starsTable } from '../../database/profile/stars-table.ts';
import { draftsTable } from '../../database/profile/drafts-table.ts';
import { libraryLooksTable, savedViewsTable } from '../../database/profile/profile-tables.ts';
import { signaturesTable } from '../../database/signatures/signatures-table.ts';
import { countedCopies } from '../../database/recovery/outbox-copies.ts';
import { hasPrivateFiles, sizeOnDisk } from '../../database/sqlite/private-files.ts';
import { textIndexPath } from '../../database/text-index/open-text-index.ts';
import type { LibraryExports } from '../../export/library-exports.ts';
import { Announcer } from '../../ipc/announcer.ts';
import type { Announce, HandlerContext } from '../../ipc/handler-context.ts';
import { noLimits } from '../../../src/domain/service/service-limits.ts';
import type { Connections } from '../../sync/connection/connections.ts';
import { accountRefOf } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { type BulkPlanPorts, BulkPlans } from '../../sync/bulk/bulk-plans.ts';
import type { ConnectionsPorts } from '../../sync/connection/running-connections.ts';
import { EditQueue } from '../../sync/outbox/edit-queue.ts';
import { UndoHistory, type UndoPorts } from '../../sync/outbox/undo-history.ts';
import { undoStacks, type UndoStep } from '../../sync/outbox/undo-step.ts';
import { UnshownFiles } from '../../sync/outbox/unshown-files.ts';
import type { Tables } from '../../sync/ports.ts';
import { systemClock, systemRandom } from '../clock.ts';
import type { PracticeClient } from '../practice/client.ts';
import { exporterClient, snapshotClient, type SnapshotsClient } from './clients.ts';
import { sortIndexerClient, textIndexerClient, type TextIndexerClient } from './clients.ts';
import { textReader } from './text-reader-client.ts';
import { send } from '../thread-messages.ts';
import { composeActivity, type ComposedActivity } from './compose-activity.ts';
import { composeConnections, type WriterEnvironment } from './compose-connections.ts';
import type { ErasureContext } from './compose-erasures.ts';
import { composeKeys } from './compose-keys.ts';
import { composePractice, practiceListeners } from './compose-practice.ts';
import { type ComposedSignatures, composeSignatures } from './compose-signatures.ts';
import { type ComposedUpdates, composeUpdates } from './compose-updates.ts';
import { lazy } from '../lazy.ts';
import { storedPreferences } from '../stored-preferences.ts';

export type WriterParts = HandlerContext & {
  readonly practice: PracticeClient;
  readonly signatures: ComposedSignatures;
  readonly textIndex: TextIndexerClient;
  readonly snapshots: SnapshotsClient;
  readonly updates: ComposedUpdates;
  readonly erasures: ErasureContext;
};

/** Makes the parts of the writer and hands each its ports. */
export function composeWriter(environment: WriterEnvironment): WriterParts {
  const { profile, port, report, lastPlanId } = environment;
  const tables = { ...tablesIn(profile), sortIndexes: sortIndexerClient(profile, report) };
  const history = historyTable(profile.outbox);
  const announcer = new Announcer(systemClock, (name) => send(port, { kind: 'announced', name }));
  const textIndex = textIndexerClient(profile, report);
  const snapshots = snapshotClient(profile.outbox.name, report);
  const announce = textIndex.listening(announcer.announce.bind(announcer));
  const remember = rememberIn(history);
  const preferences = storedPreferences(profile.outbox);
  const keys = composeKeys({ profile, keys: tables.keys, preferences, announce, port });
  const { files } = tables;
  const activity = composeActivity({ profile, files, announce, report });
  const running = (id: ConnectionId) => connections.running(id)?.sync ?? null;
  const signatures = composeSignatures({ ...environment, ended: activity.signaturesFetched }, announce, running);
  const parked = parkedEdits(profile.outbox);
  const notes = notesTable(profile.outbox);
  const listeners = practiceListeners(() => practice, {
    announce: signatures.listening(announce),
    checked: keys.checked,
    pulled: ({ id }) => signatures.checks.pulled(id),
  });
  const { connections, context } = composeConnections(environment, {
    ...{ tables, parked, remember, ...listeners },
    ...{ activity: activity.log, ...erasureListeners({ textIndex, snapshots, signatures, announce }) },
  });
  const practice = composePractice(environment, { announce, connections: () => connections, queue: () => queue });
  const queue = new EditQueue({ ...tables, clock: systemClock, random: systemRandom, remember, report });
  return {
    ...{ tables, connections, practice, queue, signatures, textIndex, snapshots },
    ...{ queries: changeQueries(profile.outbox), notes, parked, preferences },
    ...keys.context,
    ...context,
    ...{ history: history.list, editsOfFile: fileEdits(profile.outbox), library: libraryIn(profile) },
    plans: new BulkPlans({ ...tables, queue, clock: systemClock, ...planPortsOf(connections), lastPlanId }),
    ...{ texts: textReader, savedViews: savedViewsTable(profile.outbox), drafts: draftsTable(profile.outbox) },
    ...localWordsIn(profile),
    exports: exportsFrom(environment, announce, activity.exported),
    activity: activity.context,
    ...undoIn(profile, { ...tables, queue, clock: systemClock, random: systemRandom }),
    chosen: lazy(() => selectedFiles(profile.searching())),
    ...{ clock: systemClock, random: systemRandom, report },
    ...{ ...profileFacts(environment), updates: composeUpdates(environment, { preferences, announce }), announce },
  };
}

const { version, commit, channel } = thisBuild;
const builtFrom = { version, commit, channel };

const localWordsIn = ({ mirror, outbox }: OpenProfile) => ({
  stars: starsTable(outbox),
  groupNames: groupNamesTable(outbox),
  fileNotes: fileNotesTable(outbox),
  marks: marksTable(mirror),
});

const profileFacts = ({ profile, profileDirectory, vault }: WriterEnvironment) => ({
  info: {
    ...builtFrom,
    profileDirectory,
    hasPrivateFiles: hasPrivateFiles(),
    warnings: warningsOf(profile, profileDirectory),
  },
  notices: () => thirdPartyNotices(),
  copies: () => countedCopies(profile.outbox.name),
  copySizeBytes: () => sizeOnDisk(profile.mirrorPath) + sizeOnDisk(textIndexPath(profile.mirrorPath)),
  tokenKeeping: async () => tokenKeeping.parse(await vault.ask({ verb: 'keeping' })),
});

/** @returns the warnings of the start that still hold, and those of the folder as it is at each call */
function warningsOf(profile: OpenProfile, directory: string): () => readonly string[] {
  const paths = [profile.outbox.name, profile.mirrorPath];
  const fileSystemOf = lazy(() => {
    const kind = sharedFileSystem(directory);
    return () => kind;
  });
  return () => [...profile.warnings, ...profileWarnings({ directory, paths }, { fileSystemOf })];
}

type Erasing = Pick<WriterParts, 'textIndex' | 'snapshots' | 'signatures' | 'announce'>;

const erasureListeners = ({ textIndex, snapshots, signatures, announce }: Erasing) => ({
  eraseFromSnapshots: snapshots.erase,
  erased: (id: ConnectionId) => {
    textIndex.indexNow();
    // Announces that the signatures changed, which went with the mirror.
    signatures.fetches.mirrorEmptied(id);
  },
  wordsErased: () => {
    announce('drafts.changed');
    announce('groupNames.changed');
  },
});

const rememberIn =
  (history: ReturnType<typeof historyTable>): ConnectionsPorts['remember'] =>
  (of, { from, ...lost }, atMs) =>
    history.put(of, { ...lost, source: from, atMs });

const planPortsOf = (connections: Pick<Connections, 'get'>): Pick<BulkPlanPorts, 'accountRef' | 'limits'> => ({
  accountRef: (id) => {
    const connection = connections.get(id);
    return connection && accountRefOf(connection);
  },
  limits: (id) => connections.get(id)?.learnt.limits ?? noLimits,
});

function exportsFrom(
  { profile, profileDirectory, downloadsDirectory, report }: WriterEnvironment,
  announce: Announce,
  changed: ComposedActivity['exported'],
) {
  const { mirrorPath } = profile;
  const exports: LibraryExports = exporterClient(
    { mirrorPath, profileDirectory, downloadsDirectory, appVersion: thisBuild.version },
    {
      ...{ nowMs: systemClock.nowMs, newId: systemRandom.uuid, report },
      announce: () => {
        changed(exports.state);
        announce('export.changed');
      },
    },
  );
  return exports;
}

function tablesIn({ outbox, mirror }: OpenProfile): Omit<Tables, 'sortIndexes'> {
  return {
    outbox: outboxTable(outbox),
    files: filesTable(mirror),
    keys: keysTable(mirror),
    signatures: signaturesTable(mirror),
    unshown: new UnshownFiles(),
  };
}

const libraryIn = ({ outbox }: OpenProfile): HandlerContext['library'] => ({
  looks: libraryLooksTable(outbox),
  arrived: arrivedEdits(outbox, systemClock.yieldToEventLoop),
});

function undoIn(
  { outbox }: OpenProfile,
  ports: Omit<UndoPorts, 'load' | 'save' | 'journal'>,
): Pick<HandlerContext, 'undo' | 'undoId'> {
  const { get, set, journal } = undoTable(outbox, (stored) => storedStacks.parse(stored));
  return {
    undo: new UndoHistory({ ...ports, load: get, save: set, journal }),
    undoId: (id) => idOfLast(get(id).undo),
  };
}

/** By its place and its first edit: further parts of a large step come behind that one. */
function idOfLast(steps: readonly UndoStep[]): string | null {
  const step = steps.at(-1);
  if (step === undefined) return null;
  return `${steps.length} ${step.added[0] ?? step.discarded[0] ?? step.decided[0]?.editId ?? ''}`;
}

const storedStacks = undoStacks.catch({ undo: [], redo: [] });
