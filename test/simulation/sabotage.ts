import type { FilesTable } from '../../electron/database/mirror/mirror.ts';
import type { OutboxTable } from '../../electron/database/outbox/outbox.ts';
import type { EditQueue } from '../../electron/sync/outbox/edit-queue.ts';
import type { Service } from '../../electron/remote/service.ts';
import type { ServiceTraits } from '../../src/domain/connections/connection.ts';
import type { FileId } from '../../src/domain/core/ids.ts';
import type { Field, FieldValue } from '../../src/domain/files/field.ts';

/** What a person sees in a field; undefined for a file that is not in the copy yet. */
export type Shown = (id: FileId, field: Field) => FieldValue | undefined;

/** One rule removed, by a layer between the logic and a port. */
export type Sabotage = {
  readonly readBeforeWrite?: boolean;
  readonly outbox?: (outbox: OutboxTable) => OutboxTable;
  /** The queue as undo has it. */
  readonly undoQueue?: (queue: EditQueue, shown: Shown) => EditQueue;
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
