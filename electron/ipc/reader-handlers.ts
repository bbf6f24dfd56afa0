import type { ApiKey } from '../../src/domain/api-key.ts';
import { conditionOf, useLimit } from '../../src/domain/api-key.ts';
import { fail, ok } from '../../src/domain/result.ts';
import type { Reader } from '../database/reader.ts';
import type { ReaderChannel } from './reader-channels.ts';
import type { HandlersOf } from './router.ts';
import { notFound } from './slices.ts';

type Held = { readonly key: ApiKey; readonly seenAtMs: number; readonly missingSinceMs: number | null };

/** Everything a person scrolls or types through, answered from the copy alone. */
export const readerHandlers = (reader: Reader): HandlersOf<ReaderChannel> => ({
  'files.open': async ({ connectionId, query }) => ok(await reader.open(connectionId, query)),
  'files.window': ({ viewId, from, to }) => {
    const rows = reader.window(viewId, from, to);
    return rows === null ? fail(notFound) : ok({ rows: [...rows] });
  },
  'files.position': ({ viewId, key }) => ok({ position: reader.position(viewId, key) }),
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
  'keys.page': ({ connectionId, query, from, to }) => {
    const { rows, count } = reader.keysPage(connectionId, query, from, to);
    return ok({ rows: rows.map(keyRow), count });
  },
  'keys.get': ({ connectionId, id }) => {
    const held = reader.keyGet(connectionId, id);
    return held === null ? fail(notFound) : ok({ ...keyRow(held), raw: held.raw });
  },
  'keys.counts': ({ connectionId }) => ok(reader.keyCounts(connectionId)),
});

const keyRow = ({ key, seenAtMs, missingSinceMs }: Held) => ({
  key,
  seenAtMs,
  missingSinceMs,
  condition: conditionOf(key),
  limit: useLimit(key),
});
