import type { ConnectionId } from '../../../src/domain/core/ids.ts';

/** The order of the requests that stop a connection and start it again. */
export type ConnectionTurns = {
  /** Changes one connection, after every earlier change of it and every earlier add. */
  readonly change: <T>(id: ConnectionId, work: () => Promise<T>) => Promise<T>;
  /** Adds a connection, after every earlier change and add: nobody knows yet which connection it will be. */
  readonly add: <T>(work: () => Promise<T>) => Promise<T>;
};

/**
 * Each request finds a connection as the one before left it. A sign-out in the middle of a change would come before the
 * token that the change brings, and a start in the middle of a sign-out would take the token along.
 */
export function connectionTurns(): ConnectionTurns {
  const changes = new Map<ConnectionId, Promise<unknown>>();
  let lastAdd: Promise<unknown> = Promise.resolve();
  return {
    change: (id, work) => {
      const done = Promise.allSettled([lastAdd, changes.get(id)]).then(work);
      changes.set(id, done);
      return done;
    },
    add: (work) => {
      const done = Promise.allSettled([lastAdd, ...changes.values()]).then(work);
      lastAdd = done;
      changes.clear();
      return done;
    },
  };
}
