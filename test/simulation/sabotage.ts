import type { FilesTable } from '../../electron/database/mirror/mirror.ts';
import type { OutboxTable } from '../../electron/database/outbox/outbox.ts';
import type { Service } from '../../electron/remote/service.ts';
import type { ServiceTraits } from '../../src/domain/connections/connection.ts';

/** One rule removed, by a layer between the logic and a port. */
export type Sabotage = {
  readonly readBeforeWrite?: boolean;
  readonly outbox?: (outbox: OutboxTable) => OutboxTable;
  readonly files?: (files: FilesTable) => FilesTable;
  readonly service?: (service: Service) => Service;
  /** Every request waits for a turn of its own. */
  readonly turnsApart?: boolean;
  /** The metadata mode is inferred from reads after a timeout, too. */
  readonly learnsFromReads?: boolean;
  readonly learnt?: Partial<ServiceTraits>;
  /** Edits that a snapshot brings back are sent by themselves. */
  readonly sendsRestored?: boolean;
};
