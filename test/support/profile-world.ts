import { unlimited } from '../../electron/remote/service-decorators.ts';
import { onTestFinished } from 'vitest';
import { rowChecksums } from '../../electron/database/outbox/row-checksums.ts';
import { parkedEdits } from '../../electron/database/outbox/parked-edits.ts';
import { draftsTable } from '../../electron/database/profile/drafts-table.ts';
import { connectionsTable } from '../../electron/database/profile/profile-tables.ts';
import type { Service } from '../../electron/remote/service.ts';
import { Connections } from '../../electron/sync/connection/connections.ts';
import type { ConnectionsPorts, NewConnection } from '../../electron/sync/connection/running-connections.ts';
import { accountRefOf, type Connection } from '../../src/domain/connections/connection.ts';
import type { SyncState } from '../../src/domain/service/sync-state.ts';
import { fakeId, FakeService } from './fake-service.ts';
import { seededRandom } from './seeded-random.ts';
import { SyncWorld } from './sync-world.ts';

export type Keychain = {
  /** So many tokens are kept, and none after them. */
  readonly keepsTokens?: number;
  readonly forgetsTokens?: boolean;
  /** Whether it is unlocked. */
  readonly opensTokens?: () => boolean;
  /** Called before a connection is written. */
  readonly putConnection?: () => void;
  /** What happens while a token is on its way into it. */
  readonly whileSaving?: () => Promise<void>;
  /** What happens while a token is on its way out of it. */
  readonly whileLoading?: () => Promise<void>;
  /** The account of a token; without it, the token's first word. */
  readonly accountOf?: ConnectionsPorts['accountOf'];
  /** Called before a copy is emptied. */
  readonly emptyCopy?: () => void;
  readonly afterCheck?: ConnectionsPorts['afterCheck'];
  /** Called before a copy is erased. */
  readonly eraseCopy?: () => void;
  /** Called before what a person typed here is erased. */
  readonly eraseLocalWords?: () => void;
  /** Told of bugs and of a full disk; a test that expects neither fails. */
  readonly report?: (error: unknown) => void;
  /** Stands in for the fake service of the account. */
  readonly serviceFor?: (...given: Parameters<ConnectionsPorts['serviceFor']>) => Service;
};

/** Connections of one profile; the account of a token is its first word. */
export function profile({
  keepsTokens = Number.POSITIVE_INFINITY,
  forgetsTokens = true,
  opensTokens = () => true,
  putConnection = () => undefined,
  whileSaving = async () => {},
  whileLoading = async () => {},
  accountOf = (token) => ({ account: token.split('-')[0]!, tokenKey: null }),
  serviceFor: realService,
  emptyCopy = () => undefined,
  eraseCopy = () => undefined,
  eraseLocalWords = () => undefined,
  afterCheck = async () => {},
  report = (error) => {
    throw error;
  },
}: Keychain = {}) {
  const { tables, outboxDb, clock, queue } = new SyncWorld();
  const tokens = new Map<string, string>();
  const services = new Map<string, FakeService>();
  const announced: string[] = [];
  let saved = 0;
  const asked: (string | null)[] = [];
  const paces: [string, number | null][] = [];
  const serviceAt = (account: string): FakeService => {
    const known = services.get(account) ?? new FakeService();
    services.set(account, known);
    return known;
  };
  const parked = parkedEdits(outboxDb);
  const drafts = draftsTable(outboxDb);
  const keysChecked: Connection[] = [];
  const states: (readonly [string, SyncState])[] = [];
  const table = connectionsTable(outboxDb);
  const put: typeof table.put = (connection) => {
    putConnection();
    table.put(connection);
  };
  const ports: ConnectionsPorts = {
    table: { ...table, put },
    tables,
    parked,
    clock,
    random: seededRandom(2),
    loadToken: async (id) => {
      await whileLoading();
      return opensTokens() ? (tokens.get(id) ?? null) : null;
    },
    saveToken: async (id, token) => {
      await whileSaving();
      if (saved++ < keepsTokens) tokens.set(id, token);
    },
    forgetToken: async (id) => {
      if (forgetsTokens) tokens.delete(id);
      return forgetsTokens;
    },
    accountOf,
    serviceFor: (connection, token) => {
      asked.push(token);
      if (realService !== undefined) return unlimited(realService(connection, token));
      const { account } = connection;
      return unlimited(token === null ? new FakeService() : serviceAt(account));
    },
    keysChecked: async (connection) => void keysChecked.push(connection),
    afterCheck,
    stateChanged: (id, state) => void states.push([id, state]),
    setPace: ({ id, requestsPerMinute }) => void paces.push([id, requestsPerMinute]),
    eraseLocalWords: (id) => {
      eraseLocalWords();
      drafts.discardAll(id);
    },
    eraseCopy: (id) => {
      eraseCopy();
      tables.files.wipe(id);
      tables.keys.wipe(id);
    },
    emptyCopy: (id) => {
      emptyCopy();
      tables.files.wipe(id);
    },
    remember: () => undefined,
    announce: (changed) => void announced.push(changed),
    report,
  };
  /** The connections as another run of the program finds them. */
  const started = (): Connections => {
    const next = new Connections(ports);
    onTestFinished(() => next.close());
    return next;
  };
  const connections = started();
  const edit = (connection: Connection, name: string) =>
    queue.enqueue(connection.id, accountRefOf(connection), 'a change set', [
      { key: { network: 'public', id: fakeId(1) }, changes: [{ field: 'name', base: 'file 1', mine: name }] },
    ]);
  const statusOf = (connection: Connection) =>
    tables.outbox
      .openEdits({ connectionId: connection.id, network: 'public', id: fakeId(1) })
      .flatMap(({ changes }) => changes.map(({ status }) => status));
  const checksums = () => rowChecksums(outboxDb);
  return {
    connections,
    started,
    parked,
    drafts,
    keysChecked,
    states,
    checksums,
    queue,
    clock,
    tables,
    tokens,
    announced,
    asked,
    paces,
    serviceAt,
    edit,
    statusOf,
  };
}

export const wanted = (over: Partial<NewConnection> = {}): NewConnection => ({
  kind: 'service',
  name: 'Work',
  baseUrl: 'https://service.test/v3/',
  token: 'ann-1',
  ...over,
});

export async function added(one: ReturnType<typeof profile>, over: Partial<NewConnection> = {}): Promise<Connection> {
  const result = await one.connections.add(wanted(over));
  if (!result.ok) throw new Error(result.failure);
  await one.clock.settle();
  return result.value;
}
