import type { ActivityEvent } from '../../../src/domain/activity/activity.ts';
import { eventsOfCheck, type FoundByCheck } from '../../../src/domain/activity/found-by-check.ts';
import { type CountedRequests, withRequest } from '../../../src/domain/activity/requests.ts';
import { type Trouble, turnOf } from '../../../src/domain/activity/trouble.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { LoggedRequest } from '../../../src/domain/service/remote-failure.ts';
import type { SyncState } from '../../../src/domain/service/sync-state.ts';
import type { MirrorPlace } from '../../database/mirror/mirror-news.ts';

export type ActivityPorts = {
  readonly put: (id: ConnectionId, events: readonly ActivityEvent[], atMs: number) => void;
  readonly news: {
    readonly place: (id: ConnectionId) => MirrorPlace;
    readonly since: (id: ConnectionId, place: MirrorPlace) => FoundByCheck;
  };
  readonly nowMs: () => number;
  readonly announce: () => void;
  /** Records a bug, or a disk that takes no more: what is noted here must never stop the work that it tells of. */
  readonly report: (error: unknown) => void;
};

/** What the log follows of one connection between two events. */
type Followed = {
  trouble: Trouble | null;
  place: MirrorPlace | null;
  hasCopy: boolean;
  requests: readonly CountedRequests[];
  requestsSinceMs: number;
};

/** Turns what happens to connections into events of their activity. */
export class ActivityLog {
  readonly #ports: ActivityPorts;
  readonly #followed = new Map<ConnectionId, Followed>();

  constructor(ports: ActivityPorts) {
    this.#ports = ports;
  }

  requestEnded(id: ConnectionId, request: LoggedRequest): void {
    const followed = this.#of(id);
    if (followed.requests.length === 0) followed.requestsSinceMs = request.startedAtMs;
    followed.requests = withRequest(followed.requests, request);
  }

  /** After each step of a connection's engine. The first one notes where the mirror stands. */
  stateChanged(id: ConnectionId, state: SyncState): void {
    this.#safely(() => {
      const followed = this.#of(id);
      followed.hasCopy ||= state.caughtUpAtMs !== null;
      followed.place ??= this.#ports.news.place(id);
      const turn = turnOf(followed.trouble, state);
      if (turn.kind === 'none') return;
      const nowMs = this.#ports.nowMs();
      if (turn.kind === 'trouble') {
        const { reason, detail } = turn;
        followed.trouble = { reason, sinceMs: followed.trouble?.sinceMs ?? nowMs };
        this.#put(id, [
          { kind: 'trouble', reason, detail: detail.slice(0, LONGEST_DETAIL), ...this.#course(followed) },
        ]);
      } else {
        followed.trouble = null;
        this.#put(id, [{ kind: 'recovered', reason: turn.reason, fromMs: turn.sinceMs, requests: [] }]);
      }
    });
  }

  /** After a complete check of the service. */
  checked(id: ConnectionId): void {
    this.#safely(() => {
      const followed = this.#of(id);
      const { news } = this.#ports;
      const found = news.since(id, followed.place ?? news.place(id));
      const isFirst = !followed.hasCopy;
      Object.assign(followed, { place: news.place(id), hasCopy: true });
      this.#put(id, eventsOfCheck(found, isFirst, this.#course(followed)));
    });
  }

  /** After long work in the background. @param job without its requests, which others share */
  jobEnded(id: ConnectionId, job: Omit<Extract<ActivityEvent, { kind: 'job' }>, 'kind' | 'requests'>): void {
    this.#safely(() => this.#put(id, [{ kind: 'job', ...job, requests: [] }]));
  }

  /** The mirror was deleted: the next check is a first copy. */
  copyErased(id: ConnectionId): void {
    this.#followed.delete(id);
  }

  #of(id: ConnectionId): Followed {
    const known = this.#followed.get(id);
    if (known !== undefined) return known;
    const followed = { trouble: null, place: null, hasCopy: false, requests: [], requestsSinceMs: 0 };
    this.#followed.set(id, followed);
    return followed;
  }

  /** The requests since the last event, which belong to the next. */
  #course(followed: Followed): { fromMs: number; requests: CountedRequests[] } {
    const { requests, requestsSinceMs } = followed;
    followed.requests = [];
    return { fromMs: requests.length === 0 ? this.#ports.nowMs() : requestsSinceMs, requests: [...requests] };
  }

  #put(id: ConnectionId, events: readonly ActivityEvent[]): void {
    this.#ports.put(id, events, this.#ports.nowMs());
    this.#ports.announce();
  }

  #safely(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#ports.report(error);
    }
  }
}

const LONGEST_DETAIL = 500;
