import type { Answer, FilePage, KeyPage, ReceivedFile, Service, Signed } from '../../electron/remote/service.ts';
import type { FileId } from '../../src/domain/core/ids.ts';
import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import { fail, ok, type Result } from '../../src/domain/core/result.ts';
import type { Random } from './random.ts';
import { type ListLie, listPage, type ListWatch } from './lists.ts';
import { received, type SentRequest, type SimulatedServer } from './server.ts';
import type { Happened, HappeningKind } from './situations/happening.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How often each thing goes wrong, as probabilities per request. */
export type Weather = {
  readonly notSent: number;
  readonly lostBefore: number;
  readonly lostAfter: number;
  readonly late: number;
  readonly duplicated: number;
  readonly broken: number;
  readonly malformed: number;
  readonly rateLimited: number;
  readonly staleListMs: number;
  /** How the list of public files lies from some time on; null for a true one. */
  readonly listLie: { readonly kind: ListLie; readonly fromMs: number } | null;
  /** Something other than the service answers. */
  readonly stranger: number;
  /** The service refuses the token, for this one request. */
  readonly tokenRefused: number;
  /** A stranger answers whatever is asked about these files. */
  readonly poisoned: ReadonlySet<FileId>;
};

export const fairWeather: Weather = {
  notSent: 0,
  lostBefore: 0,
  lostAfter: 0,
  late: 0,
  duplicated: 0,
  broken: 0,
  malformed: 0,
  rateLimited: 0,
  staleListMs: 0,
  listLie: null,
  stranger: 0,
  tokenRefused: 0,
  poisoned: new Set(),
};

/** A request that is given up on may land up to this long after it was sent, and never later. */
const LATEST_LANDING_MS = 55_000;
const GIVEN_UP_AFTER_MS = 15_000;

export type NetworkParts = {
  readonly server: SimulatedServer;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly weather: () => Weather;
  readonly workstation: string;
  readonly lists: ListWatch;
  readonly hasReadById: boolean;
  readonly log: (line: () => string) => void;
  readonly happened: Happened;
};

const status = (code: number, retryAfterMs: number | null = null): RemoteFailure => ({
  kind: 'answered',
  status: code,
  message: 'simulated',
  requestId: null,
  retryAfterMs,
});

const intercepted: RemoteFailure = { kind: 'notOurService', detail: 'simulated' };
const noAnswer: RemoteFailure = { kind: 'noAnswer', detail: 'simulated' };

/** The service as one workstation reaches it: through a network that does all a network can do. */
export class SimulatedNetwork implements Service {
  readonly #parts: NetworkParts;
  readonly #readAtMs = new Map<FileId, number>();
  /** A dead workstation's requests still arrive; their answers reach nobody. */
  isCutOff = false;

  constructor(parts: NetworkParts) {
    this.#parts = parts;
  }

  updateFile(_network: string, id: FileId, body: string): Answer<ReceivedFile> {
    const parsed: SentRequest['body'] = JSON.parse(body);
    if (Object.keys(parsed).length === 0) return this.#read(id);
    const { time, workstation } = this.#parts;
    const readAtMs = this.#readAtMs.get(id) ?? time.nowMs;
    const request: SentRequest = { workstation, sentAtMs: time.nowMs, readAtMs, body: parsed };
    return this.#exchange(
      () => `PUT ${id} ${body}`,
      { changes: true, id },
      () => this.#apply(id, request),
    );
  }

  #apply(id: FileId, request: SentRequest): Result<ReceivedFile, RemoteFailure> {
    const { server, time, log, happened, workstation } = this.#parts;
    if (!server.files.has(id)) return fail(status(404));
    const after = server.put(id, request, time.nowMs);
    happened(after === null ? 'refused' : 'wrote', workstation, id);
    log(() => `${time.nowMs} applied ${id} ${JSON.stringify(request.body)} ${after === null ? 'refused' : ''}`);
    return after === null ? fail(status(400)) : ok(received(id, after));
  }

  readFile(_network: string, id: FileId): Answer<ReceivedFile> {
    if (!this.#parts.hasReadById)
      return this.#exchange(
        () => `GET ${id}`,
        { changes: false, id },
        () => fail(status(404)),
      );
    return this.#read(id);
  }

  #read(id: FileId): Answer<ReceivedFile> {
    return this.#exchange(
      () => `GET ${id}`,
      { changes: false, id },
      () => {
        const fields = this.#parts.server.files.get(id);
        if (fields === undefined) return fail(status(404));
        this.#readAtMs.set(id, this.#parts.time.nowMs);
        return ok(received(id, fields));
      },
    );
  }

  async listFiles(network: string, pageToken: string | null): Answer<FilePage> {
    const page = await this.#exchange(
      () => `LIST ${network} ${pageToken ?? ''}`,
      { changes: false, id: null },
      () => {
        const { server, time, random, weather } = this.#parts;
        const lagMs = weather().staleListMs * random.next();
        const all = network === 'public' ? [...(lagMs > 0 ? server.asOf(time.nowMs - lagMs) : server.files)] : [];
        const { listLie } = weather();
        const isLie = listLie !== null && network === 'public' && time.nowMs >= listLie.fromMs;
        if (lagMs > 0 && network === 'public') this.#befell('listLagged', null);
        if (isLie) this.#befell('listLied', null);
        const { rows, next } = listPage(all, pageToken, isLie ? listLie.kind : null);
        const items = rows.map(([id, fields]) => received(id, fields));
        return ok({ items, setAside: 0, setAsideReason: null, rows: items.length, nextPageToken: next });
      },
    );
    if (page.ok && network === 'public') this.#parts.lists.arrived(pageToken, page.value.nextPageToken);
    return page;
  }

  listKeys(): Answer<KeyPage> {
    return this.#exchange(
      () => 'KEYS',
      { changes: false, id: null },
      () => ok({ items: [], setAside: 0, setAsideReason: null, rows: 0, count: 0 }),
    );
  }

  signature(): Answer<Signed> {
    return this.#exchange(
      () => 'SIGNATURE',
      { changes: false, id: null },
      () => ok({ signature: null }),
    );
  }

  async #exchange<T>(
    what: () => string,
    { changes, id }: { readonly changes: boolean; readonly id: FileId | null },
    apply: () => Result<T, RemoteFailure>,
  ): Promise<Result<T, RemoteFailure>> {
    const { time, random, weather, workstation, log } = this.#parts;
    const now = weather();
    log(() => `${time.nowMs} ${workstation} ${what()}`);
    if (id !== null) this.#befell(changes ? 'updateSent' : 'readSent', id);
    const fate = random.next();
    const thereMs = random.between(5, 400);
    const backMs = random.between(5, 400);
    const answer = async (delayMs: number, result: Result<T, RemoteFailure>, fault: HappeningKind | null = null) => {
      if (fault !== null) this.#befell(fault, id);
      return await this.#answer(delayMs, result, id);
    };
    const landLater = (): void => {
      time.after(random.between(thereMs, LATEST_LANDING_MS), () => {
        this.#befell('landedLate', id);
        apply();
      });
    };
    if (id !== null && now.poisoned.has(id)) return await answer(thereMs, fail(intercepted), 'intercepted');
    let ceiling = now.notSent;
    if (fate < ceiling) return await answer(thereMs, fail({ kind: 'notSent', detail: 'simulated' }), 'notSent');
    if (fate < (ceiling += now.lostBefore)) return await answer(GIVEN_UP_AFTER_MS, fail(noAnswer), 'lostBefore');
    if (fate < (ceiling += now.broken)) return await answer(thereMs + backMs, fail(status(500)), 'broken');
    if (fate < (ceiling += now.rateLimited)) {
      return await answer(thereMs + backMs, fail(status(429, 5_000)), 'rateLimited');
    }
    if (fate < (ceiling += now.stranger)) return await answer(thereMs, fail(intercepted), 'intercepted');
    if (changes && fate < (ceiling += now.tokenRefused)) {
      return await answer(thereMs, fail(status(401)), 'tokenRefused');
    }
    if (changes && fate < (ceiling += now.late)) {
      landLater();
      return await answer(GIVEN_UP_AFTER_MS, fail(noAnswer), 'late');
    }
    if (changes && random.chance(now.duplicated)) {
      this.#befell('duplicated', id);
      landLater();
    }
    await time.wait(thereMs);
    const result = apply();
    if (fate < (ceiling += now.lostAfter)) return await answer(GIVEN_UP_AFTER_MS, fail(noAnswer), 'lostAfter');
    if (fate < ceiling + now.malformed) {
      return await answer(backMs, fail({ kind: 'malformed', detail: 'simulated', requestId: null }), 'malformed');
    }
    return await answer(backMs, result);
  }

  #befell(kind: HappeningKind, id: FileId | null): void {
    this.#parts.happened(kind, this.#parts.workstation, id);
  }

  async #answer<T>(
    delayMs: number,
    result: Result<T, RemoteFailure>,
    id: FileId | null,
  ): Promise<Result<T, RemoteFailure>> {
    await this.#parts.time.wait(delayMs);
    if (!this.isCutOff) this.#befell('answered', id);
    // What a dead program would have done with the answer must not happen: its promise is never settled.
    return this.isCutOff ? await new Promise(() => undefined) : result;
  }
}
