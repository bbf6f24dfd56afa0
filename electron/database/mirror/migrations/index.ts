import type { Schema } from '../../sqlite/migrate.ts';
import { initial } from './0001-initial.ts';

/** The tables of `mirror.db`. */
export const mirrorSchema: Schema = {
  /** "PfMi" in ASCII. */
  applicationId: 0x50664d69,
  migrations: [initial],
  isRebuildable: true,
};
