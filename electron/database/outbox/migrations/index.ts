import type { Schema } from '../../sqlite/migrate.ts';
import { initial } from './0001-initial.ts';

/** The tables of `outbox.db`. */
export const outboxSchema: Schema = {
  /** "PfOb" in ASCII. */
  applicationId: 0x50664f62,
  migrations: [initial],
  isRebuildable: false,
};
