import { ok } from '../../src/domain/core/result.ts';
import type { Reader } from '../database/read-only-database.ts';
import { keyReaderHandlers } from './keys/key-reader-handlers.ts';
import type { SomeHandlers } from './router.ts';
import { signatureReaderHandlers } from './signatures/signature-reader-handlers.ts';
import { Cancellations } from './cancellation.ts';
import { viewHandlers } from './files/view-handlers.ts';

/** The handlers of the reader, which use the mirror alone. */
export const readerHandlers = (reader: Reader, nowMs: () => number, tickets = new Cancellations()) =>
  ({
    ...keyReaderHandlers(reader, nowMs),
    ...signatureReaderHandlers(reader),
    ...viewHandlers(reader, tickets),
    'files.counts': ({ connectionId }) => {
      const { groups, types, ...counts } = reader.counts(connectionId);
      return ok({ ...counts, groups: [...groups], types: [...types] });
    },
    'files.facets': ({ connectionId }) => {
      const { networks, types, families, groups, states, keys } = reader.facets(connectionId);
      return ok({
        networks: [...networks],
        types: [...types],
        families: [...families],
        groups: [...groups],
        states: [...states],
        keys: [...keys],
      });
    },
    'files.facetValues': ({ connectionId, key }) => ok({ values: [...reader.facetValues(connectionId, key)] }),
    'files.count': ({ connectionId, query }) => ok({ count: reader.count(connectionId, query) }),
  }) satisfies SomeHandlers;
