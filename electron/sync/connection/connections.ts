import type { HostSignal } from '../../../src/domain/service/host-signal.ts';
import { type CopiedParts, partsAdded } from '../../../src/domain/connections/copied-parts.ts';
import { firstFileCeiling } from '../../../src/domain/connections/file-ceiling.ts';
import {
  type Connection,
  type ServiceTraits,
  type MoveProblem,
  moveOf,
  noTraits,
  traitsWithoutToken,
} from '../../../src/domain/connections/connection.ts';
import { type BaseUrlProblem, parseBaseUrl } from '../../../src/domain/connections/typed-address.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { doEach } from '../../../src/domain/core/thrown.ts';
import { scanFromStart } from '../pull/pull-files.ts';
import { addedConnection, knownConnection } from './added-connection.ts';
import type { ConnectionSync } from './connection-sync.ts';
import { ParkedAccounts } from './parked-accounts.ts';
import { changeWithoutToken, stoppedChange } from './stopped-change.ts';
import { leaveLists, ownerWithToken, updatesByOwnKey } from './token-owner.ts';
import { type ConnectionsPorts, type NewConnection, RunningConnections } from './running-connections.ts';

/** The connections of this profile: adds, changes, moves and removes them, and keeps their engines in step. */
export class Connections {
  readonly #ports: ConnectionsPorts;
  readonly #running: RunningConnections;
  readonly parkedAccounts: ParkedAccounts;
  #isClosed = false;

  constructor(ports: ConnectionsPorts) {
    this.#ports = ports;
    this.#running = new RunningConnections(ports, {
      saveTraits: (id, traits) => this.saveTraits(id, traits),
      keysChecked: (id) => {
        this.#learnFromScopes(id);
        void this.parkedAccounts.adoptProven(id).catch(ports.report);
      },
    });
    this.parkedAccounts = new ParkedAccounts(ports, {
      get: (id) => (this.#isClosed ? null : this.get(id)),
      change: (id, settings) => this.change(id, settings),
      send: (id) => this.running(id)?.send({ kind: 'editQueued' }),
    });
  }

  /** Starts every connection but practice, which starts when its service has an address. */
  async start(): Promise<void> {
    for (const { id, kind } of this.list()) {
      if (kind === 'service') await this.open(id);
    }
  }

  list(): readonly Connection[] {
    return this.#ports.table.list();
  }

  get(id: ConnectionId): Connection | null {
    return this.#ports.table.get(id);
  }

  running(id: ConnectionId): ConnectionSync | null {
    return this.#running.get(id);
  }

  /** Adds a connection, or updates an equal one (same service, same account), and starts it. */
  async add(wanted: NewConnection): Promise<Result<Connection, BaseUrlProblem>> {
    const { table, saveToken, announce } = this.#ports;
    const baseUrl = parseBaseUrl(wanted.baseUrl);
    if (!baseUrl.ok) return fail(baseUrl.failure);
    const parsed = { ...wanted, baseUrl: baseUrl.value };
    const found = knownConnection(this.#ports, this.list(), parsed);
    // A known connection stops first: nothing may be sent with a token that is no longer its own.
    if (found !== null) await this.#running.stop(found.id);
    const keptToken = found && (await this.#ports.loadToken(found.id));
    const known = found && this.get(found.id);
    const connection = addedConnection(this.#ports, known, parsed, keptToken);
    await stoppedChange(this.#changing, connection.id, () => {
      if (known !== null) this.#scanAdded(known, connection);
      table.put(connection);
    });
    await saveToken(connection.id, wanted.token);
    await this.open(connection.id);
    announce('connections.changed');
    return ok(connection);
  }

  /** Starts a connection, or starts it again with a new token or address. Nothing starts after `close`. */
  async open(id: ConnectionId): Promise<void> {
    // A request that a person made before the end of the program may come to this line after it.
    if (!this.#isClosed) await this.#running.open(id);
  }

  saveTraits(id: ConnectionId, traits: Partial<ServiceTraits>): void {
    const connection = this.get(id);
    if (connection === null) return;
    this.#ports.table.put({ ...connection, learnt: { ...connection.learnt, ...traits } });
    this.#ports.announce('connections.changed');
  }

  /** Changes settings; those of the engine and its pace take effect at once. @returns null when there is no such connection */
  change(id: ConnectionId, settings: Partial<Omit<Connection, 'id' | 'kind'>>): Connection | null {
    const connection = this.get(id);
    if (connection === null) return null;
    const changed = { ...connection, ...settings };
    this.#ports.table.put(changed);
    if (changed.paused !== connection.paused) this.running(id)?.send({ kind: changed.paused ? 'paused' : 'resumed' });
    if (connection.readOnly && !changed.readOnly) this.running(id)?.send({ kind: 'editQueued' });
    if (changed.checkEveryMinutes !== connection.checkEveryMinutes) this.running(id)?.send({ kind: 'timerDue' });
    if (changed.requestsPerMinute !== connection.requestsPerMinute) this.#ports.setPace(changed);
    this.#ports.announce('connections.changed');
    return changed;
  }

  /**
   * Replaces the token. Edits of another account than the new token's are parked, never sent. A token that provably belongs
   * to an account the connection had takes that account's name, so that nothing is parked.
   *
   * @returns `tokenStays` when the old token could not be removed; nothing has changed then
   */
  async replaceToken(id: ConnectionId, token: string): Promise<Result<Connection, 'notFound' | 'tokenStays'>> {
    // The work under way has the old token, and the new owner is the account of new edits.
    await this.#running.stop(id);
    const changed = await changeWithoutToken(this.#changing, id, () => {
      const connection = this.get(id);
      if (connection === null) return null;
      const owner = ownerWithToken(this.#ports, connection, token);
      leaveLists(this.#ports, connection, { ...connection, ...owner });
      return this.change(id, { ...owner, learnt: traitsWithoutToken(connection.learnt) });
    });
    if (!changed.ok) return changed;
    if (changed.value === null) return fail('notFound');
    await this.#ports.saveToken(id, token);
    await this.open(id);
    return ok(changed.value);
  }

  /**
   * Moves a connection to another base address. With a new token, as every other origin needs one, the old one is removed
   * first. For another origin the mirror is deleted, and waiting edits are parked until the address comes back.
   *
   * @param token null to keep the old one, on the same origin only
   * @returns `tokenStays` when the old token could not be removed; nothing has changed then
   */
  async move(
    id: ConnectionId,
    { baseUrl, token }: { readonly baseUrl: string; readonly token: string | null },
  ): Promise<Result<Connection, MoveProblem | 'notFound' | 'tokenStays'>> {
    const connection = this.get(id);
    if (connection === null) return fail('notFound');
    const move = moveOf(connection, baseUrl, token !== null);
    if (!move.ok) return move;
    await this.#running.stop(id);
    const { baseUrl: baseUrlNow, isElsewhere } = move.value;
    const changeIt = (): Connection | null => {
      const stopped = this.get(id);
      if (stopped === null) return null;
      const owner = token === null ? {} : ownerWithToken(this.#ports, stopped, token, baseUrlNow);
      // The copy comes back by itself, and would stand for the files of the other address.
      if (isElsewhere) this.#ports.eraseCopy(id);
      else leaveLists(this.#ports, stopped, { ...stopped, ...owner });
      const anew = isElsewhere ? { fileCeiling: firstFileCeiling } : {};
      return this.change(id, { baseUrl: baseUrlNow, learnt: noTraits, ...owner, ...anew });
    };
    const changed =
      token === null
        ? ok(await stoppedChange(this.#changing, id, changeIt))
        : await changeWithoutToken(this.#changing, id, changeIt);
    if (!changed.ok) return changed;
    if (changed.value === null) return fail('notFound');
    if (token !== null) await this.#ports.saveToken(id, token);
    await this.open(id);
    this.#announceAll();
    return ok(changed.value);
  }

  /** Removes the token, and if asked all but the edits: the connection stays while some wait. @returns as `replaceToken` */
  async signOut(id: ConnectionId, wipeCopy: boolean): Promise<Result<null, 'tokenStays'>> {
    await this.#running.stop(id);
    const dropped = await changeWithoutToken(this.#changing, id, () => null);
    if (!dropped.ok) return dropped;
    const hasOpenEdits = this.#ports.tables.outbox.filesWithOpenChanges(id).length > 0;
    try {
      if (wipeCopy)
        // The erasure of the mirror comes last: it takes these words out of the log of the outbox as well.
        doEach([
          () => this.#ports.eraseLocalWords(id),
          () => this.saveTraits(id, { nameSearch: noTraits.nameSearch }),
          () => this.#ports.eraseCopy(id),
        ]);
    } finally {
      // The person keeps sight of waiting edits, even when deleting the mirror failed on a full disk.
      if (hasOpenEdits || !wipeCopy) await this.open(id);
      else this.#ports.table.remove(id);
      this.#announceAll();
    }
    return dropped;
  }

  /** Empties a mirror for a first check anew; outbox, drafts and uses of keys stay. @returns false without such a connection */
  async rebuildCopy(id: ConnectionId): Promise<boolean> {
    if (this.get(id) === null) return false;
    await this.#running.stop(id);
    try {
      this.#ports.emptyCopy(id);
    } finally {
      await this.open(id);
      this.#announceAll();
    }
    return true;
  }

  /**
   * Chooses what is copied from now on. The lists of what is left out are requested no more, and its records stay until the
   * mirror is rebuilt; what is added is scanned from its start.
   *
   * @returns null when there is no such connection
   */
  async chooseParts(id: ConnectionId, copiedParts: CopiedParts): Promise<Connection | null> {
    // Stops first: a scan under way would go on with the parts it began with.
    await this.#running.stop(id);
    const changed = await stoppedChange(this.#changing, id, () => {
      const connection = this.get(id);
      if (connection !== null) this.#scanAdded(connection, { copiedParts });
      return this.change(id, { copiedParts });
    });
    if (changed !== null) await this.open(id);
    return changed;
  }

  #scanAdded(before: Connection, after: Pick<Connection, 'copiedParts'>): void {
    const { tables, clock, random } = this.#ports;
    scanFromStart({ ...tables, clock, random }, before.id, partsAdded(before, after));
  }

  /** After a scan of the keys: the token's own key may allow updates before one was sent. */
  #learnFromScopes(id: ConnectionId): void {
    const connection = this.get(id);
    const updates = connection && updatesByOwnKey(this.#ports, connection);
    if (updates !== null) this.saveTraits(id, { updates });
  }

  onHostSignal(signal: HostSignal): void {
    this.#running.onHostSignal(signal);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#running.close();
  }

  get #changing() {
    return { ...this.#ports, open: (id: ConnectionId) => this.open(id) };
  }

  #announceAll(): void {
    for (const changed of ['connections.changed', 'files.changed', 'keys.changed'] as const)
      this.#ports.announce(changed);
  }
}
