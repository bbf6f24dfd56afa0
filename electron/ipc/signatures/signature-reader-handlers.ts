import { ok } from '../../../src/domain/core/result.ts';
import { type Reader, LARGEST_WINDOW_ROWS } from '../../database/read-only-database.ts';
import type { SomeHandlers } from '../router.ts';

export const signatureReaderHandlers = (reader: Pick<Reader, 'signaturePage' | 'signatureCounts' | 'unfetched'>) =>
  ({
    'signatures.page': ({ connectionId, filter, from, to }) => {
      const { rows, count } = reader.signaturePage(
        connectionId,
        filter,
        from,
        Math.min(to, from + LARGEST_WINDOW_ROWS),
      );
      return ok({ rows: [...rows], count });
    },
    'signatures.counts': ({ connectionId }) => {
      const { signers, ...counts } = reader.signatureCounts(connectionId);
      return ok({ ...counts, signers: [...signers] });
    },
    'signatures.unfetched': async ({ connectionId }) => ok({ files: await reader.unfetched(connectionId) }),
  }) satisfies SomeHandlers;
