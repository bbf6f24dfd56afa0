import { Hono } from 'hono';
import { authorise, keySecret } from '../authorise.ts';
import type { PracticeContext, PracticeEnv } from '../context.ts';
import type { FaultSettings } from '../faults/fault-settings.ts';
import { booleanParameter, HttpError, jsonResponse, numberParameter, oneParameter, type Query } from '../http.ts';
import type { Json } from '../json.ts';
import { TrailingEscapeError } from '../tables/ilike.ts';
import type { KeyFilter } from '../tables/keys-table.ts';
import { keyRecord, type StoredKey } from '../tables/records.ts';

/** List API Keys (section 4.2 of the interface). */
export function apiKeyRoutes(context: PracticeContext): Hono<PracticeEnv> {
  return new Hono<PracticeEnv>().get('/', authorise(context, 'org:keys:read'), (request) => {
    const { current: now } = context.settings;
    const query = request.req.queries();
    const filter = keyFilter(query, now);
    const offset = numberParameter(query, 'offset', { least: 0, most: Number.MAX_SAFE_INTEGER }) ?? 0;
    const { keys, total } = matching(context, filter, offset);
    return jsonResponse({
      keys: keys.map((key) => shown(context, key)),
      count: now.countMeans === 'total' ? total : keys.length,
    });
  });
}

function keyFilter(query: Query, switches: FaultSettings): KeyFilter {
  const limitedUse = booleanParameter(query, 'limitedUse') ?? false;
  const exhausted = booleanParameter(query, 'exhausted');
  if (exhausted !== null && !limitedUse)
    throw new HttpError(400, 'exhausted is only valid together with limitedUse=true');
  const unfiltered = switches.unfilteredIncludesRevoked ? 'included' : 'omitted';
  return {
    revoked: booleanParameter(query, 'revoked') ? 'only' : unfiltered,
    limitedUse,
    exhausted: exhausted ?? false,
    namePattern: oneParameter(query, 'name'),
  };
}

function matching(context: PracticeContext, filter: KeyFilter, offset: number): { keys: StoredKey[]; total: number } {
  try {
    const keys = context.keys.page(filter, offset, context.settings.current.keysPageSize);
    return { keys, total: context.keys.countMatching(filter) };
  } catch (error) {
    if (error instanceof TrailingEscapeError) throw new HttpError(400, error.message);
    throw error;
  }
}

function shown(context: PracticeContext, key: StoredKey): Json {
  const { keySecretsInList, unknownMembers } = context.settings.current;
  return {
    ...keyRecord(key),
    ...(keySecretsInList ? { secret: keySecret(context.account(), key) } : {}),
    ...(unknownMembers ? { region: { code: 'FRA1', weights: [1, null] } } : {}),
  };
}
