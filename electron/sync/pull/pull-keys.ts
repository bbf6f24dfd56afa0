import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { failureClassOf } from '../../../src/domain/service/failure-class.ts';
import { requestIdOf } from '../../../src/domain/service/remote-failure.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import type { ListingCursor } from '../../database/mirror/mirror.ts';
import type { SyncPorts } from '../ports.ts';
import { wordsOf } from '../ingest/read-file.ts';

const JOB = 'keys';
/**
 * The unfiltered list may or may not hold revoked keys, so it is asked both ways and united by id. The second half is
 * asked only when keys seem to be gone: a key that is made or revoked meanwhile moves all others by one, and one at the
 * edge of a page is passed over.
 */
const QUESTIONS = [null, true, null, true] as const;
const SECOND_LOOK = 2;
const PASS_IS_STALE_AFTER_MS = 24 * 60 * 60_000;

/** A place in the walk: which question, how many results to skip, and whether any row so far could not be understood. */
type Place = { readonly question: number; readonly offset: number; readonly isPartial: boolean };

/** Brings the copy of the API keys up to date: by offset to an empty page, resumable, nothing hidden by half a pass. */
export async function pullKeys(ports: SyncPorts, signal: AbortSignal): Promise<Result<null, RemoteFailure>> {
  const result = await walk(ports, signal);
  // Also after half a pass: what it met of a key that is near its end is true, and there may be no other pass.
  ports.keysChecked();
  return result;
}

async function walk(ports: SyncPorts, signal: AbortSignal): Promise<Result<null, RemoteFailure>> {
  const { keys, files, connection, clock, announce } = ports;
  const connectionId = connection().id;
  let cursor = begin(ports);
  for (let place = placeOf(cursor); !isOver(ports, cursor, place); place = placeOf(cursor)) {
    const stepped = await step(ports, cursor, place, signal);
    if (!stepped.ok) return afterFailure(ports, stepped.failure);
    cursor = stepped.value;
    announce('keys.changed');
    await clock.yieldToEventLoop();
  }
  if (!placeOf(cursor).isPartial) {
    keys.markMissing(connectionId, [cursor.scanId, secondLookOf(cursor)], clock.nowMs());
  }
  files.setCursor(connectionId, JOB, null);
  ports.learn({ keys: { kind: 'yes', checkedAtMs: clock.nowMs() } });
  announce('keys.changed');
  return ok(null);
}

function begin({ files, connection, clock, chance }: SyncPorts): ListingCursor {
  const left = files.cursor(connection().id, JOB);
  const nowMs = clock.nowMs();
  if (left !== null && nowMs - left.startedAtMs < PASS_IS_STALE_AFTER_MS) return left;
  return { job: JOB, scanId: chance.uuid(), position: '0:0', done: 0, startedAtMs: nowMs, startedRequestSeq: 0 };
}

const secondLookOf = ({ scanId }: ListingCursor): string => `${scanId}+`;

function isOver({ keys, connection }: SyncPorts, { scanId }: ListingCursor, place: Place): boolean {
  const atSecondLook = place.question === SECOND_LOOK && place.offset === 0;
  if (atSecondLook) return place.isPartial || keys.notMet(connection().id, scanId) === 0;
  return place.question >= QUESTIONS.length;
}

function placeOf({ position }: ListingCursor): Place {
  const [question, offset, partial] = (position ?? '0:0').split(':');
  return { question: Number(question), offset: Number(offset), isPartial: partial === PARTIAL };
}

const PARTIAL = 'partial';
const positionOf = ({ question, offset, isPartial }: Place): string =>
  `${question}:${offset}${isPartial ? `:${PARTIAL}` : ''}`;

async function step(
  ports: SyncPorts,
  cursor: ListingCursor,
  { question, offset, isPartial }: Place,
  signal: AbortSignal,
): Promise<Result<ListingCursor, RemoteFailure>> {
  const { service, keys, files, connection, clock, progress, setAside } = ports;
  const page = await service.listKeys(offset, QUESTIONS[question] ?? null, signal);
  if (!page.ok) return page;
  const { items, rows } = page.value;
  if (page.value.setAside > 0) setAside(page.value.setAside);
  const done = cursor.done + rows;
  progress({ kind: 'keys', done, total: null });
  // In one: a page taken twice would bring nothing new the second time, and look like the end.
  return files.atomically(() => {
    const scanId = question < SECOND_LOOK ? cursor.scanId : secondLookOf(cursor);
    const met = keys.put(connection().id, items, { seenAtMs: clock.nowMs(), scanId });
    // A page that brings nothing new ends the walk, for services that ignore the offset.
    const next = met === 0 ? { question: question + 1, offset: 0 } : { question, offset: offset + rows };
    const position = positionOf({ ...next, isPartial: isPartial || page.value.setAside > 0 });
    const reached = { ...cursor, position, done };
    files.setCursor(connection().id, JOB, reached);
    return ok(reached);
  });
}

/** A token that is good for files may not list keys: that is a fact about this area, not a failure of the check. */
function afterFailure(ports: SyncPorts, failure: RemoteFailure): Result<null, RemoteFailure> {
  const { kind } = failureClassOf(failure);
  if (kind !== 'token' && kind !== 'notAllowed' && kind !== 'gone') return { ok: false, failure };
  const checkedAtMs = ports.clock.nowMs();
  ports.learn({ keys: { kind: 'no', checkedAtMs, words: wordsOf(failure), requestId: requestIdOf(failure) } });
  return kind === 'token' && ports.connection().learnt.files.kind !== 'yes' ? { ok: false, failure } : ok(null);
}
