import { metadataKey } from '../../src/domain/files/field.ts';
import type { Write } from './server.ts';
import type { World } from './world.ts';

/** The writer's changes of the same field before this one, the last first. */
const ownBefore = (write: Write, log: readonly Write[]): readonly Write[] =>
  log
    .slice(0, log.indexOf(write))
    .filter(({ id, field, by }) => id === write.id && field === write.field && by === write.by)
    .toReversed();

/**
 * Whether an update puts back what the writer's last ones took away, and found the field as they had left it: a value of
 * somebody else that came and went between its reads leaves no trace.
 */
export function isAsItWasLeft({ server: { log, puts } }: World, write: Write): boolean {
  const { id, by, before, after, request } = write;
  const own = ownBefore(write, log);
  const [last] = own;
  const wasRead = puts.some(
    (one) =>
      one.id === id &&
      one.request.workstation === by &&
      one.request.readAtMs > (last?.atMs ?? Infinity) &&
      one.request.readAtMs < (request?.readAtMs ?? 0),
  );
  const steps = own.slice(0, own.findIndex((one) => one.before === after) + 1);
  const isOneWay = steps.every((one, place) => one.after === (place === 0 ? before : steps[place - 1]!.before));
  return steps.length > 0 && isOneWay && !wasRead;
}

/**
 * Whether an update writes the writer's own last value again, which went away within the exchange of a trial that left its key
 * out: the trial asks what becomes of such a key, and nothing tells a removal in that moment from its answer.
 */
export function isTrialsOwn({ server: { log, puts } }: World, write: Write, removal: Write): boolean {
  const { id, field, by, before, after } = write;
  const key = metadataKey(field);
  const [own] = ownBefore(write, log);
  if (key === null || before !== null || own === undefined || own.after !== after) return false;
  const [trial] = puts.filter(
    (one) =>
      one.id === id && one.request.workstation === by && one.request.sentAtMs > (own.request?.sentAtMs ?? Infinity),
  );
  const sent = trial?.request.body.keyvalues;
  const isLeftOut = sent !== undefined && !Object.hasOwn(sent, key);
  return isLeftOut && trial!.request.readAtMs <= removal.atMs && removal.atMs <= trial!.atMs;
}
