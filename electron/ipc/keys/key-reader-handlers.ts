import { fail, ok } from '../../../src/domain/core/result.ts';
import { keyExport } from '../../../src/domain/keys/key-export.ts';
import type { UsedKey } from '../../database/keys/key-queries.ts';
import type { Reader } from '../../database/read-only-database.ts';
import type { SomeHandlers } from '../router.ts';
import { notFound } from '../handler-context.ts';
import type { KeyRow } from '../../../src/domain/keys/api-key.ts';

/** The channels of keys in the mirror. */
export const keyReaderHandlers = (reader: Reader, nowMs: () => number) =>
  ({
    'keys.page': ({ connectionId, query, from, to }) => {
      const chosen = reader.keysChosen(connectionId, query, nowMs());
      return ok({ rows: chosen.slice(from, to).map(keyRow), count: chosen.length });
    },
    'keys.get': ({ connectionId, id }) => {
      const held = reader.keyGet(connectionId, id);
      return held === null ? fail(notFound) : ok({ ...usedKey(held), raw: held.raw });
    },
    'keys.counts': ({ connectionId }) => ok(reader.keyCounts(connectionId)),
    'keys.byValue': ({ connectionId, value }) => {
      const held = reader.keyByValue(connectionId, value);
      return ok(held === null ? null : usedKey(held));
    },
    'keys.audit': ({ connectionId }) => ok(reader.keyAudit(connectionId, nowMs())),
    'keys.export': ({ connectionId, query, format }) => {
      const chosen = reader.keysChosen(connectionId, query, nowMs());
      return ok({ text: keyExport(chosen, format), count: chosen.length });
    },
  }) satisfies SomeHandlers;

const keyRow = ({ key, condition, limit, seenAtMs, missingSinceMs, idleSinceMs }: KeyRow) => ({
  key,
  condition,
  limit,
  seenAtMs,
  missingSinceMs,
  idleSinceMs,
});

const usedKey = (held: UsedKey) => ({ ...keyRow(held), runs: [...held.runs], forecast: held.forecast });
