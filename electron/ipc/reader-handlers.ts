import { fail, ok } from '../../src/domain/result.ts';
import type { Reader } from '../database/reader.ts';
import { keyReaderHandlers } from './key-reader-handlers.ts';
import type { ReaderChannel } from './reader-channels.ts';
import type { HandlersOf } from './router.ts';
import type { SameContentChannel } from './same-content-handlers.ts';
import { signatureReaderHandlers } from './signature-reader-handlers.ts';
import { notFound } from './slices.ts';
import { Tickets } from './tickets.ts';

/** Everything a person scrolls or types through, answered from the copy alone. */
export const readerHandlers = (
  reader: Reader,
  nowMs: () => number,
  tickets = new Tickets(),
): HandlersOf<Exclude<ReaderChannel, SameContentChannel>> => ({
  ...keyReaderHandlers(reader, nowMs),
  ...signatureReaderHandlers(reader),
  'files.open': async ({ connectionId, query, ticket }) => {
    const opened = await tickets.during(ticket, (isWanted) => reader.openWhile(isWanted, connectionId, query));
    return opened === null ? fail(notFound) : ok(opened);
  },
  'files.giveUp': ({ ticket }) => {
    tickets.giveUp(ticket);
    return ok(null);
  },
  'files.window': async ({ viewId, from, to }) => {
    const rows = await reader.window(viewId, from, to);
    return rows === null ? fail(notFound) : ok({ rows: [...rows] });
  },
  'files.position': async ({ viewId, key }) => ok({ position: await reader.position(viewId, key) }),
  'files.close': ({ viewId }) => {
    reader.closeView(viewId);
    return ok(null);
  },
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
});
