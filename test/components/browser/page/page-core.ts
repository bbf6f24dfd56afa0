import { preferences as preferencesShape, type Preferences, usualAppearance } from '../../../../src/contract/app.ts';
import { usualColumns } from '../../../../src/domain/files/list-columns.ts';
import type { SyncStatus } from '../../../../src/contract/connections.ts';
import type { Bridge, Channel } from '../../../../src/contract/index.ts';
import type { Connection } from '../../../../src/domain/connections/connection.ts';
import { changeSetId } from '../../../../src/domain/core/ids.ts';
import { savedView, type SavedView } from '../../../../src/domain/files/queries.ts';
import { keyField } from '../../../../src/domain/files/field.ts';
import { fail, ok } from '../../../../src/domain/core/result.ts';
import { aConnection, connectionA, connectionB, fileOf, uuid } from '../../../support/builders.ts';
import { fakeBridge } from '../../../support/fake-bridge.ts';
import { BarAnswers } from './bar-answers.ts';
import { ChangeSets } from './change-sets.ts';
import { FileRows } from './file-rows.ts';
import { KeyRows } from './key-rows.ts';
import { LibraryAnswers } from './library-answers.ts';
import { SignatureRows } from './signature-rows.ts';
import { UpdateAnswers } from './update-answers.ts';

/**
 * A core without threads, disk and network. A test keeps answers back, and so chooses which of two things comes first: a
 * race that a busy machine decides once in a hundred runs has both its ends here, each time.
 */
export type PageCore = Bridge & {
  readonly files: FileRows;
  readonly changes: ChangeSets;
  readonly signatures: SignatureRows;
  readonly keys: KeyRows;
  readonly library: LibraryAnswers;
  readonly updates: UpdateAnswers;
  readonly bars: BarAnswers;
  /** From now on answers to these questions wait. */
  hold(...names: readonly Channel[]): void;
  /** Gives the answers that wait, and no longer keeps any back. */
  release(): void;
  /** From now on these questions are answered with a failure. */
  refuse(...names: readonly Channel[]): void;
  /** The second connection is gone from now on. */
  removeSecond(): void;
  /** Changes what both connections are and how they stand, from now on. */
  stand(status: Partial<SyncStatus>, connection?: Partial<Connection>): void;
  /** How many questions of this name were asked. */
  asked(name: Channel): number;
};

const atRest: SyncStatus = {
  ...({ mode: 'running', network: 'up', work: 'none', job: null, setAside: 0 } as const),
  ...{ trouble: null, pushTrouble: null, retry: null, setAsideReason: null },
  ...{ caughtUpAtMs: 0, fullCheckAtMs: 0 },
  replay: { current: null, ended: null },
  counts: { waiting: 0, needsYou: 0, refused: 0, held: 0, gone: 0, parked: 0 },
};
const preferences = {
  ...({ theme: 'light', letterKeys: true, keyChoices: {}, logLevel: 'errors' } as const),
  ...{ keyAlertDays: 7, keyNotices: false, replayNotices: false, tray: false, guidedPractice: null },
  updates: { isDaily: false, checkedAtMs: null, rolloutNumber: null },
  ...({
    fileColumns: usualColumns,
    rowHeight: 'usual',
    inspectorPx: null,
    appearance: usualAppearance,
    language: 'system',
  } as const),
};

/** A GIF of one pixel. */
const ONE_PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

export function pageCore(): PageCore {
  const bridge = fakeBridge();
  const files = new FileRows(bridge);
  const changes = new ChangeSets(bridge);
  bridge.answer('changes.discard', () => {
    changes.agree();
    files.endEdit();
    return ok(null);
  });
  const signatures = new SignatureRows(bridge);
  const library = new LibraryAnswers(bridge);
  const updates = new UpdateAnswers(bridge);
  const connections = answerConnections(bridge);
  const keys = new KeyRows(bridge);
  const bars = new BarAnswers(bridge);
  answerTheRest(bridge);
  let gate: PromiseWithResolvers<void> | null = null;
  let held: readonly Channel[] = [];
  let refused: readonly Channel[] = [];
  return {
    files,
    changes,
    signatures,
    keys,
    library,
    updates,
    bars,
    ask: async (name, input) => {
      if (held.includes(name)) await gate?.promise;
      if (refused.includes(name)) return fail({ kind: 'unexpected', reference: 'r-7' });
      return bridge.ask(name, input);
    },
    listen: (name, listener) => bridge.listen(name, listener),
    hold: (...names) => {
      held = names;
      gate ??= Promise.withResolvers();
    },
    release: () => {
      held = [];
      gate?.resolve();
      gate = null;
    },
    refuse: (...names) => void (refused = names),
    removeSecond: () => {
      connections.removeSecond();
      bridge.announce('connections.changed');
    },
    stand: (status, connection = {}) => {
      connections.become(status, connection);
      bridge.announce('connections.changed');
    },
    asked: (name) => bridge.asked.filter((question) => question.name === name).length,
  };
}

/** Two connections that stand alike. */
function answerConnections(bridge: ReturnType<typeof fakeBridge>) {
  let status = atRest;
  let given: Partial<Connection> = {};
  let ids = [connectionA, connectionB];
  bridge.answer('connections.list', () =>
    ok(
      ids.map((id) => ({
        connection: aConnection({ id, name: id === connectionA ? 'Studio' : 'Archive', ...given }),
        status,
      })),
    ),
  );
  bridge.answer('practice.state', () => ok({ running: true, networkOn: true, fault: 'none', listing: true }));
  bridge.answer('connections.addPractice', () => ok(aConnection({ id: connectionB })));
  return {
    removeSecond: (): void => void (ids = [connectionA]),
    become: (changed: Partial<SyncStatus>, connection: Partial<Connection>): void => {
      status = { ...status, ...changed };
      given = { ...given, ...connection };
    },
  };
}

/** What every page asks at its start. */
function answerTheRest(bridge: ReturnType<typeof fakeBridge>): void {
  let chosen: Preferences = preferences;
  bridge.answer('app.preferences', () => ok(chosen));
  bridge.answer('app.setPreferences', (wanted) => {
    chosen = preferencesShape.parse({ ...chosen, ...wanted });
    return ok(chosen);
  });
  bridge.answer('app.info', () =>
    ok({
      version: '1.0.0',
      commit: null,
      channel: 'stable',
      profileDirectory: '/',
      copySizeBytes: 0,
      tokenKeeping: 'memory',
      hasPrivateFiles: true,
      warnings: [],
    }),
  );
  bridge.answer('bulk.prepare', ({ selection, operations }) => {
    const renames = operations.some(({ kind }) => kind === 'numberNames');
    const files = selection.kind === 'keys' ? selection.keys.length : 1_000;
    const planned = { files, changed: files, unfit: 0, outdated: 0, problems: [], problemCount: 0 };
    return ok({ planId: renames ? 2 : 1, title: 'Set tier', ...planned });
  });
  bridge.answer('table.import', () =>
    ok({ planId: 2, title: 'Import', files: 1, changed: 1, unfit: 0, outdated: 0, problems: [], problemCount: 0 }),
  );
  bridge.answer('table.giveUp', () => ok(null));
  // A table renames too: to a name that tells itself from its neighbours by its end.
  const renamed = { field: 'name', base: 'photo 2.png', mine: `tidewater-${'sheet-'.repeat(30)}final-v3.tif` } as const;
  const set = { field: keyField('tier'), base: 'silver', mine: 'gold' };
  bridge.answer('bulk.window', ({ planId }) =>
    ok({
      rows: [
        {
          key: { network: 'public', id: fileOf().id },
          name: 'photo 2.png',
          changes: planId === 2 ? [renamed, set] : [set],
          outdated: [],
          problem: null,
        },
      ],
    }),
  );
  bridge.answer('bulk.apply', () => ok({ changeSetId: changeSetId.parse(connectionA), files: 1 }));
  bridge.answer('files.import', () => ok({ lines: [], added: 0 }));
  bridge.answer('files.stopImport', () => ok(null));
  bridge.answer('activity.list', () => ok({ entries: [], isMore: false }));
  bridge.answer('sameContent.find', () => ok({ findId: 1, groups: 0, files: 0, atMs: 0 }));
  bridge.answer('sameContent.window', () => ok({ rows: [] }));
  bridge.answer('gateways.open', () => ok({ isOpened: false }));
  bridge.answer('gateways.image', () =>
    ok({ kind: 'image', type: 'image/gif', base64: ONE_PIXEL, sizeBytes: 42, check: 'notChecked' }),
  );
  bridge.answer('connections.checkNow', () => ok(null));
  const copy = { files: 3, sizeBytes: 30, caughtUpAtMs: 0, fullCheckAtMs: 0 };
  bridge.answer('connections.copies', () =>
    ok({ copies: [connectionA, connectionB].map((connectionId) => ({ connectionId, ...copy })), sizeBytes: 60 }),
  );
  bridge.answer('connections.rebuildCopy', () => ok(null));
  bridge.answer('diagnostics.get', () => ok({ requests: [], report: '', crashes: [], canOpenFolder: false }));
  bridge.answer('drafts.keep', () => ok(null));
  bridge.answer('drafts.discard', () => ok(null));
  bridge.answer('drafts.list', () => ok({ drafts: [] }));
  bridge.answer('connections.replaceToken', () => ok(aConnection({ id: connectionA })));
  bridge.answer('recovery.phase', () => ok({ kind: 'damaged', path: '/profile/outbox.db', detail: 'a page is torn' }));
  const readable = { connections: 1, savedViews: 0, drafts: 0, stars: 0, fileNotes: 0 };
  bridge.answer('recovery.contents', () => ok({ edits: { readable: 2, altered: 0, lost: 0 }, ...readable }));
  bridge.answer('recovery.copies', () => ok({ copies: [] }));
  bridge.answer('undo.state', () => ok({ undo: null, undoId: null, redo: null }));
  let views: readonly SavedView[] = [];
  bridge.answer('savedViews.list', () => ok({ views: [...views] }));
  bridge.answer('savedViews.add', ({ connectionId: _, ...added }) => {
    views = [...views, savedView.parse({ id: uuid(views.length + 1), ...added })];
    return ok({ views: [...views] });
  });
  bridge.answer('savedViews.remove', ({ id }) => {
    views = views.filter((view) => view.id !== id);
    return ok({ views: [...views] });
  });
  bridge.answer('signatures.work', () => ok({ fetch: null, check: null }));
  bridge.answer('signatures.get', () => ok({ kind: 'notFetched' }));
  bridge.answer('selfTest.trace', () => ok(null));
  bridge.answer('localWords.counts', () => ok({ stars: 0, notes: 0, groupNames: 0 }));
}
