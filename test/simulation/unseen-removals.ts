import { metadataKey } from '../../src/domain/files/field.ts';
import type { Write } from './server.ts';
import type { World } from './world.ts';

/** The writer's last change of the same field before this one. */
const lastOwnBefore = (write: Write, log: readonly Write[]): Write | undefined =>
  log
    .slice(0, log.indexOf(write))
    .findLast(({ id, field, by }) => id === write.id && field === write.field && by === write.by);

/**
 * Whether an update puts back what the writer's last one took away, and found the field as that one had left it: a value of
 * somebody else that came and went between its reads leaves no trace.
 */
export function isAsItWasLeft({ server: { log, puts } }: World, write: Write): boolean {
  const { id, by, before, after, request } = write;
  const own = lastOwnBefore(write, log);
  const wasRead = puts.some(
    (one) =>
      one.id === id &&
      one.request.workstation === by &&
      one.request.readAtMs > (own?.atMs ?? Infinity) &&
      one.request.readAtMs < (request?.readAtMs ?? 0),
  );
  return own !== undefined && own.after === before && own.before === after && !wasRead;
}

/**
 * Whether an update writes the writer's own last value again, which went away within the exchange of a trial that left its key
 * out: the trial asks what becomes of such a key, and nothing tells a removal in that moment from its answer.
 */
export function isTrialsOwn({ server: { log, puts } }: World, write: Write, removal: Write): boolean {
  const { id, field, by, before, after } = write;
  const key = metadataKey(field);
  const own = lastOwnBefore(write, log);
  if (key === null || before !== null || own === undefined || own.after !== after) return false;
  const [trial] = puts.filter(
    (one) =>
      one.id === id && one.request.workstation === by && one.request.sentAtMs > (own.request?.sentAtMs ?? Infinity),
  );
  const sent = trial?.request.body.keyvalues;
  const isLeftOut = sent !== undefined && !Object.hasOwn(sent, key);
  return isLeftOut && trial!.request.readAtMs <= removal.atMs && removal.atMs <= trial!.atMs;
}
