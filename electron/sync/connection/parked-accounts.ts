import {
  type AccountRef,
  accountRefOf,
  type Connection,
  isSameAccount,
} from '../../../src/domain/connections/connection.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { Adoption } from '../../../src/domain/edits/edit.ts';
import type { ParkedFile } from '../../database/outbox/outbox.ts';
import { adoptParked } from '../outbox/adopt-parked.ts';
import type { ConnectionsPorts } from './running-connections.ts';
import { provenAccounts } from './token-owner.ts';

type Owner = {
  /** Null for a connection that is gone, and once the program ends. */
  readonly get: (id: ConnectionId) => Connection | null;
  readonly change: (id: ConnectionId, settings: Pick<Connection, 'formerAccounts'>) => Connection | null;
  /** Sends what waits now. */
  readonly send: (id: ConnectionId) => void;
};

/** The accounts that connections had before, whose edits are parked until a person or a proof says whose they are. */
export class ParkedAccounts {
  readonly #ports: ConnectionsPorts;
  readonly #owner: Owner;

  constructor(ports: ConnectionsPorts, owner: Owner) {
    this.#ports = ports;
    this.#owner = owner;
  }

  /** Leaves the parked edits of an account where they are, and asks no more. @returns null when there is no such connection */
  keepParked(id: ConnectionId, accountRef: AccountRef): Connection | null {
    const connection = this.#owner.get(id);
    if (connection === null) return null;
    const formerAccounts = connection.formerAccounts.map((one) =>
      isSameAccount(one, accountRef) ? { ...one, isKeptParked: true } : one,
    );
    return this.#owner.change(id, { formerAccounts });
  }

  /** Gives parked edits to the account the connection has now, and sends them. */
  async adopt(id: ConnectionId, files: readonly ParkedFile[], reason: Adoption['reason']): Promise<void> {
    const connection = this.#owner.get(id);
    if (connection !== null) await this.#adoptFor(id, accountRefOf(connection), files, reason);
  }

  /** After a scan of the keys: adopts the edits of former accounts that the keys prove to be the present one. */
  async adoptProven(id: ConnectionId): Promise<void> {
    const connection = this.#owner.get(id);
    if (connection === null) return;
    const to = accountRefOf(connection);
    // Another token may come between two of them, and its account is not the one that the keys speak of.
    for (const { origin, account } of provenAccounts(this.#ports, connection))
      await this.#adoptFor(id, to, this.#ports.parked.filesOf(id, { origin, account }), 'proof');
  }

  /** Gives parked edits to an account for as long as the connection has it. */
  async #adoptFor(
    id: ConnectionId,
    to: AccountRef,
    files: readonly ParkedFile[],
    reason: Adoption['reason'],
  ): Promise<void> {
    if (files.length === 0) return;
    const isWanted = (): boolean => {
      const now = this.#owner.get(id);
      return now !== null && isSameAccount(accountRefOf(now), to);
    };
    await adoptParked(this.#ports, files, to, reason, isWanted);
    if (this.#owner.get(id) === null) return;
    this.#owner.send(id);
    for (const changed of ['changes.changed', 'files.changed', 'status.changed'] as const)
      this.#ports.announce(changed);
  }
}
