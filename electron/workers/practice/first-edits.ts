import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { accountRefOf, type Connection } from '../../../src/domain/connections/connection.ts';
import type { FileKey } from '../../../src/domain/core/ids.ts';
import { titleOf } from '../../../src/domain/edits/set-title.ts';
import type { GroupName } from '../../../src/domain/files/group-names.ts';
import type { ConnectionSync } from '../../sync/connection/connection-sync.ts';
import type { EditQueue } from '../../sync/outbox/edit-queue.ts';
import { push } from '../../sync/push/push.ts';
import { type FirstEdit, firstEditsIn, type FirstEditsPlan, firstGroupNames } from './first-edits-plan.ts';

export type FirstEditsPorts = {
  /** A file that exists until the first edits are made, so that a restart during the first copy makes them too. */
  readonly markerPath: string;
  readonly queue: () => EditQueue;
  readonly running: (connection: Connection) => ConnectionSync | null;
  /** Changes one key of a file on the practice service, as another client would. */
  readonly changeElsewhere: (key: FileKey, pair: readonly [string, string]) => Promise<void>;
  readonly nameGroups: (connection: Connection, names: readonly GroupName[]) => void;
  readonly takeNetworkAway: () => Promise<void>;
  readonly announce: () => void;
  readonly report: (error: unknown) => void;
};

/**
 * The edits that a new practice connection begins with, made after its first pull through the queue and the push of every
 * edit: one that is in conflict, one that is held, and, once the network is away, three that wait.
 */
export class FirstEdits {
  readonly #ports: FirstEditsPorts;
  #isDue: boolean;
  #plan: FirstEditsPlan | null = null;

  constructor(ports: FirstEditsPorts) {
    this.#ports = ports;
    this.#isDue = existsSync(ports.markerPath);
  }

  /** Call before the first pull of a new connection. */
  begin(): void {
    writeFileSync(this.#ports.markerPath, '', { mode: 0o600 });
    this.#isDue = true;
  }

  /** Call after a complete pull, before the next piece of work. */
  async pulled(connection: Connection, signal: AbortSignal): Promise<void> {
    const running = this.#ports.running(connection);
    // A call, because TypeScript narrows a property and keeps the narrowing across an await (microsoft/TypeScript#9998).
    const isDue = (): boolean => this.#isDue;
    if (!isDue() || this.#plan !== null || running === null) return;
    const page = await running.sync.service.listFiles('public', null, 1_000, signal, 'newestFirst');
    if (!page.ok || !isDue()) return;
    const plan = firstEditsIn(page.value.items.map(({ record }) => record));
    if (plan === null) return this.#end();
    this.#ports.nameGroups(connection, firstGroupNames);
    // After a restart those that need the person may be there already.
    if (running.sync.outbox.filesWithOpenChanges(connection.id).length === 0) {
      await this.#makeUndecided(connection, running, plan, signal);
    }
    if (isDue()) this.#plan = plan;
  }

  /** Call after every change of a connection's sync status. */
  statusChanged(practice: () => Connection | null): void {
    if (this.#plan === null) return;
    // The engine announces inside its step: the next event has to come after it.
    queueMicrotask(() => {
      const connection = practice();
      if (connection !== null) void this.#makeWaiting(connection).catch(this.#ports.report);
    });
  }

  /** Makes none of those that are not made yet. */
  giveUp(): void {
    this.#plan = null;
    if (this.#isDue) this.#end();
  }

  async #makeUndecided(
    connection: Connection,
    running: ConnectionSync,
    { conflicted, elsewhere, held }: FirstEditsPlan,
    signal: AbortSignal,
  ): Promise<void> {
    const queue = this.#ports.queue();
    await this.#ports.changeElsewhere(conflicted.record, elsewhere);
    queue.together(() => {
      this.#enqueue(connection, conflicted);
      queue.hold(running.sync.outbox.editIdsOfSet(this.#enqueue(connection, held)));
    });
    await push(running.sync, signal);
    this.#ports.announce();
  }

  async #makeWaiting(connection: Connection): Promise<void> {
    const { queue, running, takeNetworkAway, announce } = this.#ports;
    const plan = this.#plan;
    const sync = running(connection);
    if (plan === null || sync === null || sync.state.work !== 'none' || sync.state.caughtUpAtMs === null) return;
    this.#plan = null;
    // Without the network first: nothing is sent in between.
    sync.send({ kind: 'networkDown' });
    queue().together(() => plan.waiting.forEach((edit) => this.#enqueue(connection, edit)));
    await takeNetworkAway();
    announce();
    this.#end();
  }

  #enqueue(connection: Connection, { record, changes }: FirstEdit) {
    const { network, id, name } = record;
    const title = titleOf(name ?? id, changes);
    return this.#ports
      .queue()
      .enqueue(connection.id, accountRefOf(connection), title, [{ key: { network, id }, changes }]);
  }

  #end(): void {
    this.#isDue = false;
    rmSync(this.#ports.markerPath, { force: true });
  }
}
