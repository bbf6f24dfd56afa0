import type { NewAttempt, NewChangeSet, NewEdit } from '../../electron/database/outbox/outbox.ts';
import type { ObservedKey } from '../../electron/database/mirror/mirror.ts';
import { apiKey, type ApiKey } from '../../src/domain/keys/api-key.ts';
import { type AccountRef, connection, type Connection, noTraits } from '../../src/domain/connections/connection.ts';
import type { FieldChange } from '../../src/domain/edits/edit.ts';
import { fileRecord, type FileRecord, type ObservedFile } from '../../src/domain/files/file.ts';
import {
  changeSetId,
  connectionId,
  type ConnectionId,
  editId,
  fileId,
  type FileRef,
} from '../../src/domain/core/ids.ts';
import { noFilters } from '../../src/domain/files/file-filter.ts';
import type { FileQuery } from '../../src/domain/files/queries.ts';
import type { KeyQuery } from '../../src/domain/keys/queries.ts';

/** A uuid that says which one it is. */
export const uuid = (number: number): string => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

export const connectionA: ConnectionId = connectionId.parse(uuid(0xa));
export const connectionB: ConnectionId = connectionId.parse(uuid(0xb));
export const accountRefA: AccountRef = { origin: 'https://service.test', account: 'account-a' };
export const accountRefB: AccountRef = { origin: 'https://service.test', account: 'account-b' };

type Loose<T> = { readonly [K in keyof T]?: T[K] | string };

export function aFile(given: Loose<FileRecord> = {}): FileRecord {
  return fileRecord.parse({
    network: 'public',
    id: uuid(1),
    name: 'aurora.png',
    cid: 'bafkreiaurora',
    sizeBytes: 1_024,
    numberOfFiles: 1,
    mimeType: 'image/png',
    groupId: null,
    keyvalues: [['env', 'prod']],
    createdAt: '2026-01-01T00:00:00.000Z',
    ...given,
  });
}

export const observed = (record: FileRecord, raw = JSON.stringify(record)): ObservedFile => ({ record, raw });

export const fileOf = (id = uuid(1), network: FileRef['network'] = 'public', of = connectionA): FileRef => ({
  connectionId: of,
  network,
  id: fileId.parse(id),
});

export function aChange(given: Loose<FieldChange> = {}): FieldChange {
  return {
    editId: editId.parse(uuid(0xe)),
    seq: 1,
    field: 'name',
    base: 'aurora.png',
    mine: 'dawn.png',
    status: 'queued',
    settlement: null,
    server: null,
    serverSeenAtMs: null,
    ...given,
  } as FieldChange;
}

type WantedField = Partial<NewEdit['changes'][number]>;

/** @param number makes the edit's id */
export function anEdit(number: number, file = uuid(1), ...fields: readonly WantedField[]): NewEdit {
  return {
    id: editId.parse(uuid(0xe0000 + number)),
    network: 'public',
    fileId: fileId.parse(file),
    changes: (fields.length === 0 ? [{}] : fields).map((given) => ({
      field: 'name',
      base: 'aurora.png',
      mine: `dawn-${number}.png`,
      status: 'queued',
      server: null,
      serverSeenAtMs: null,
      ...given,
    })),
  };
}

/** @param number makes the change set's id */
export const aChangeSet = (number: number, given: Partial<NewChangeSet> = {}): NewChangeSet => ({
  id: changeSetId.parse(uuid(0xc0000 + number)),
  connectionId: connectionA,
  accountRef: accountRefA,
  title: 'Rename aurora.png',
  createdAtMs: Date.UTC(2026, 0, 1) + number,
  edits: [anEdit(number)],
  ...given,
});

export const anAttempt = (number: number, given: Partial<NewAttempt> = {}): NewAttempt => ({
  ...fileOf(),
  attemptId: `attempt-${number}`,
  accountRef: accountRefA,
  editIds: [anEdit(1).id],
  writes: [{ field: 'name', value: 'dawn-1.png' }],
  body: '{"name":"dawn-1.png"}',
  readRaw: null,
  requestSeq: number,
  startedAtMs: 1_000 + number,
  ...given,
});

export function aKey(given: Loose<ApiKey> | Partial<ApiKey> = {}): ApiKey {
  return apiKey.parse({
    id: 'key-1',
    name: 'Build server',
    key: 'abc123',
    maxUses: null,
    uses: 3,
    userId: 'user-1',
    revoked: false,
    scopesJson: '{"admin":false,"endpoints":{"pinning":{"pinFileToIPFS":true}}}',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-02T00:00:00.000Z',
    ...given,
  });
}

export const observedKey = (key: ApiKey, raw = JSON.stringify(key)): ObservedKey => ({ key, raw });

export const aConnection = (given: Partial<Connection> = {}): Connection =>
  connection.parse({
    id: connectionA,
    name: 'Work',
    kind: 'service',
    baseUrl: 'https://service.test/v3',
    account: 'account-a',
    tokenKey: null,
    paused: false,
    conflictRule: 'ask',
    readBeforeWrite: true,
    checkEveryMinutes: 5,
    learnt: noTraits,
    createdAtMs: Date.UTC(2026, 0, 1),
    ...given,
  });

export const aFileQuery = (given: Partial<FileQuery> = {}): FileQuery => ({
  ...noFilters,
  search: '',
  sort: { column: 'name', descending: false },
  ...given,
});

export const aKeyQuery = (given: Partial<KeyQuery> = {}): KeyQuery => ({
  condition: null,
  revoked: null,
  limitedUse: false,
  exhausted: false,
  name: null,
  scope: '',
  power: null,
  unusedDays: null,
  created: null,
  updated: null,
  listed: 'any',
  inForce: false,
  sort: { column: 'name', descending: false },
  ...given,
});
