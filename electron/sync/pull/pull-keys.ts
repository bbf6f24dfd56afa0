import { deniedBy } from '../../../src/domain/connections/connection.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import { failureClassOf, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { ListingCursor } from '../../database/mirror/mirror.ts';
import { setAsideRows } from '../ingest/apply-remote-record.ts';
import { statusMessage } from '../ingest/read-file.ts';
import type { KeyPage } from '../../remote/service.ts';
import type { Pulled, SyncPorts } from '../ports.ts';
import { requireFreeSpace } from './free-space.ts';
import { freshCursor } from './fresh-cursor.ts';

/** The name of the scan of the keys, under which the mirror keeps its cursor. */
export const KEYS_JOB = 'keys';
/**
 * The `revoked` filter of each query. The unfiltered list may or may not have revoked keys, so both lists are read and
 * united by id. The second half runs only when keys seem to be gone: a key made or revoked meanwhile moves all others by
 * one, so that a page may leave one out.
 */
const QUERIES = [null, true, null, true] as const;
const SECOND_HALF = 2;
/** Pages in a row of which no row could be taken, after which a query is over. */
const UNREADABLE_PAGES = 3;
/** A service may send thousands of keys in one answer, and saves of edits wait no longer than for these. */
const KEYS_AT_ONCE = 200;
/** Stands for the fruitless pages of a cursor whose page was taken in part, and brought news. */
const NEWS_TAKEN = -1;
/** Rows of one list after which it is left: it may bring new keys for ever, and no account was seen with so many. */
const MOST_ROWS = 1_000_000;

/** What the scan may say at its end. `partial`: a row could not be read. `incomplete`: a list did not come to its end. */
type Wholeness = 'whole' | 'partial' | 'incomplete';

/** A position in the scan: which query, how many results to skip, and what the scan may say so far. */
type KeysPosition = { readonly query: number; readonly offset: number; readonly wholeness: Wholeness };

/** Brings the mirror's API keys up to date: by offset to an empty page, resumable. Half a scan marks no key as missing. */
export async function pullKeys(ports: SyncPorts, signal: AbortSignal): Pulled {
  try {
    return await scanKeys(ports, signal);
  } finally {
    // Also after half a scan: what it saw of a key near its limit is true, and there may be no other scan.
    await ports.keysChecked();
  }
}

async function scanKeys(ports: SyncPorts, signal: AbortSignal): Pulled {
  const { keys, files, connection, clock, announce } = ports;
  const connectionId = connection().id;
  let cursor = begin(ports);
  for (let at = positionIn(cursor); !isOver(ports, cursor, at); at = positionIn(cursor)) {
    const stepped = await step(ports, cursor, at, signal);
    if (!stepped.ok) return afterFailure(ports, stepped.failure);
    cursor = stepped.value;
    announce('keys.changed');
    await clock.yieldToEventLoop();
    if (ports.mustYield()) return ok('yielded');
  }
  const { wholeness } = positionIn(cursor);
  if (wholeness === 'whole') {
    keys.markMissing(connectionId, [cursor.scanId, secondScanIdOf(cursor)], clock.nowMs());
  }
  files.setCursor(connectionId, KEYS_JOB, null);
  ports.saveTraits({ keys: { kind: 'yes', checkedAtMs: clock.nowMs() } });
  announce('keys.changed');
  return ok(wholeness === 'incomplete' ? 'incomplete' : null);
}

function begin(ports: SyncPorts): ListingCursor {
  const { clock, random } = ports;
  const atBeginning = { position: '0:0', done: 0, startedRequestSeq: 0, fruitlessPages: 0 };
  return (
    freshCursor(ports, KEYS_JOB) ?? {
      job: KEYS_JOB,
      scanId: random.uuid(),
      ...atBeginning,
      startedAtMs: clock.nowMs(),
    }
  );
}

const secondScanIdOf = ({ scanId }: ListingCursor): string => `${scanId}+`;

function isOver({ keys, connection }: SyncPorts, { scanId }: ListingCursor, at: KeysPosition): boolean {
  const isAtSecondHalf = at.query === SECOND_HALF && at.offset === 0;
  if (isAtSecondHalf) return at.wholeness !== 'whole' || keys.countNotSeenIn(connection().id, scanId) === 0;
  return at.query >= QUERIES.length;
}

function positionIn({ position }: ListingCursor): KeysPosition {
  const [query, offset, wholeness] = (position ?? '0:0').split(':');
  const isKnown = wholeness === 'partial' || wholeness === 'incomplete';
  return { query: Number(query), offset: Number(offset), wholeness: isKnown ? wholeness : 'whole' };
}

const positionOf = ({ query, offset, wholeness }: KeysPosition): string =>
  `${query}:${offset}${wholeness === 'whole' ? '' : `:${wholeness}`}`;

async function step(
  ports: SyncPorts,
  cursor: ListingCursor,
  at: KeysPosition,
  signal: AbortSignal,
): Promise<Result<ListingCursor, RemoteFailure>> {
  const { service, files, progress } = ports;
  const { query, offset } = at;
  requireFreeSpace(files);
  const page = await service.listKeys(offset, QUERIES[query] ?? null, signal);
  if (!page.ok) return page;
  setAsideRows(ports, page.value);
  progress({ kind: 'keys', done: cursor.done + page.value.rows, total: null });
  return ok(await take(ports, cursor, at, page.value));
}

/** What the keys of a page brought so far: keys that the scan had not seen, and rows that could not be taken. */
type Taken = { added: number; unread: number };

/** Takes a page in slices. Each is one transaction with the cursor: a page that is taken twice brings no news, like the end. */
async function take(ports: SyncPorts, cursor: ListingCursor, at: KeysPosition, page: KeyPage): Promise<ListingCursor> {
  const { files, connection, clock } = ports;
  const taken: Taken = { added: cursor.fruitlessPages === NEWS_TAKEN ? 1 : 0, unread: page.setAside };
  for (let from = 0; ; from += KEYS_AT_ONCE) {
    const isLast = from + KEYS_AT_ONCE >= page.items.length;
    const reached = files.atomically(() => {
      put(ports, cursor, at, page.items.slice(from, from + KEYS_AT_ONCE), taken);
      const isNews = taken.added > 0;
      const here = isNews ? { ...cursor, fruitlessPages: NEWS_TAKEN } : cursor;
      const next = isLast ? after(cursor, at, page, taken) : here;
      files.setCursor(connection().id, KEYS_JOB, next);
      return next;
    });
    if (isLast) return reached;
    await clock.yieldToEventLoop();
  }
}

function put(
  { keys, connection, clock, setAside }: SyncPorts,
  cursor: ListingCursor,
  { query }: KeysPosition,
  items: KeyPage['items'],
  taken: Taken,
): void {
  const scanId = query < SECOND_HALF ? cursor.scanId : secondScanIdOf(cursor);
  taken.added += keys.put(connection().id, items, { seenAtMs: clock.nowMs(), scanId }, ({ id }, reason) => {
    taken.unread += 1;
    setAside({ count: 1, reason: `API key ${id}: ${reason}`, id });
  });
}

/** The place after a page. A page without a new key ends the query, for services that ignore the offset. */
function after(cursor: ListingCursor, at: KeysPosition, page: KeyPage, { added, unread }: Taken): ListingCursor {
  const { query, offset } = at;
  const { rows } = page;
  const fruitlessPages = added === 0 ? cursor.fruitlessPages + 1 : 0;
  const isUnread = rows > 0 && unread === rows && fruitlessPages < UNREADABLE_PAGES;
  const isOver = (added === 0 && !isUnread) || isTooLong(at, page);
  const next = isOver ? { query: query + 1, offset: 0 } : { query, offset: offset + rows };
  const position = positionOf({ ...next, wholeness: wholenessAfter(at, page, added, unread) });
  return { ...cursor, position, done: cursor.done + rows, fruitlessPages: isOver ? 0 : fruitlessPages };
}

/** Whether a list goes on for so long that it is left with this page. */
const isTooLong = ({ offset }: KeysPosition, { rows }: KeyPage): boolean => offset + rows >= MOST_ROWS;

/**
 * A page that only repeats is the end of a list that ignores the offset. By its own count the list may have more keys than
 * it gave: they are then unknown, and no key is missing because of it. Only the unfiltered query is judged, because another
 * query may repeat what an earlier one gave.
 */
function wholenessAfter(at: KeysPosition, page: KeyPage, added: number, unread: number): Wholeness {
  if (isTooLong(at, page)) return 'incomplete';
  const { query, offset, wholeness } = at;
  const isRepeating = QUERIES[query] === null && page.rows > 0 && unread === 0 && added === 0;
  if (isRepeating && (page.count ?? 0) > offset) return 'incomplete';
  return wholeness === 'whole' && unread > 0 ? 'partial' : wholeness;
}

/** A token that may list files may lack the permission for keys: a trait of this area, and no failure of the pull. */
function afterFailure(ports: SyncPorts, failure: RemoteFailure): Result<null, RemoteFailure> {
  const { kind } = failureClassOf(failure);
  if (kind !== 'token' && kind !== 'notAllowed' && kind !== 'gone') return { ok: false, failure };
  ports.saveTraits({ keys: deniedBy(failure, ports.clock.nowMs(), statusMessage(failure)) });
  return kind === 'token' && ports.connection().learnt.listing.kind !== 'yes' ? { ok: false, failure } : ok(null);
}
