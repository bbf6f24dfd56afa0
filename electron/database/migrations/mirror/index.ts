import type { Schema } from '../../migrate.ts';
import { copy } from './0001-copy.ts';

export const mirrorSchema: Schema = {
  /** "PfMi" in ASCII. */
  applicationId: 0x50664d69,
  migrations: [copy],
};
