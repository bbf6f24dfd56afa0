import type { ConnectionId } from '../../../src/domain/core/ids.ts';

type InTurn = <T>(id: ConnectionId, work: () => Promise<T>) => Promise<T>;

/** Does the work on each connection in the order in which it was asked for, each after the end of the one before. */
export function turns(): InTurn {
  const ends = new Map<ConnectionId, Promise<unknown>>();
  return (id, work) => {
    const done = (ends.get(id) ?? Promise.resolve()).then(work, work);
    ends.set(id, done);
    return done;
  };
}
