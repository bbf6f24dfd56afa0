import type { EditDetail, ListedChangeSet } from '../../../src/contract/changes.ts';
import type { SyncStatus } from '../../../src/contract/connections.ts';
import { changeSetId, editId, fileId } from '../../../src/domain/core/ids.ts';
import { aChange, accountRefA, connectionA, uuid } from '../../support/builders.ts';

export const setA = changeSetId.parse(uuid(1));

export const aSet = (given: Partial<ListedChangeSet> = {}): ListedChangeSet => ({
  id: setA,
  title: 'Rename aurora.png',
  note: null,
  createdAtMs: 1,
  files: 1,
  queued: 0,
  held: 0,
  conflicted: 0,
  refused: 0,
  gone: 0,
  settled: 0,
  discarded: 0,
  parked: false,
  wait: null,
  failedFiles: 0,
  ...given,
});

export const aDetail = (given: Partial<EditDetail> = {}): EditDetail => ({
  edit: {
    id: editId.parse(uuid(0xe)),
    seq: 1,
    changeSetId: setA,
    connectionId: connectionA,
    accountRef: accountRefA,
    network: 'public',
    fileId: fileId.parse('f1'),
    createdAtMs: 1,
    changes: [aChange()],
    refusal: null,
  },
  fileName: 'aurora.png',
  attempts: [],
  wait: null,
  parked: false,
  adoptions: [],
  ...given,
});

/** A connection with nothing to do. */
export const atRest: SyncStatus = {
  ...({ mode: 'running', network: 'up', work: 'none', job: null, setAside: 0 } as const),
  ...{ trouble: null, pushTrouble: null, retry: null, setAsideReason: null },
  ...{ caughtUpAtMs: 0, fullCheckAtMs: 0, replay: { current: null, ended: null } },
  counts: { waiting: 0, needsYou: 0, refused: 0, held: 0, gone: 0, parked: 0 },
};
