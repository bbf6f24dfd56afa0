import { stripKnownRows } from '../../electron/remote/strip-known-rows.ts';
import type { Answer, ListOrder, Service, KeepUnknownRows } from '../../electron/remote/service.ts';
import { readFileAnswer, readFileList, readKeyList } from '../../electron/remote/wire-format.ts';
import { fileId, type FileId, fileKeyText, type Network } from '../../src/domain/core/ids.ts';
import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';

/** How a service treats the key/values of an update. */
export type FakeMode = 'merge' | 'mergeWithoutRemoval' | 'replace';

export type FakeFile = {
  readonly network: Network;
  readonly id: FileId;
  readonly name: string | null;
  readonly keyvalues: ReadonlyMap<string, unknown>;
  /** The record's other members, as JSON has them. */
  readonly rest: Readonly<Record<string, unknown>>;
};

type CallName = keyof Service;
export type FakeCall = { readonly name: CallName; readonly input: readonly unknown[] };

/** What goes wrong with one call. */
export type Fault =
  /** Nothing was applied. */
  | { readonly kind: 'failed'; readonly failure: RemoteFailure }
  /** It was applied, and the answer got lost. */
  | { readonly kind: 'applied'; readonly failure: RemoteFailure }
  /** It has not been applied yet: that happens at `applyLate`. */
  | { readonly kind: 'late'; readonly failure: RemoteFailure }
  /** No answer until the caller gives up; never applied. */
  | { readonly kind: 'hanging' };

/** The id of the n-th file of a test. */
export const fakeId = (number: number): FileId =>
  fileId.parse(`00000000-0000-7000-8000-${String(number).padStart(12, '0')}`);

export function fakeFile(number: number, over: Partial<FakeFile> = {}): FakeFile {
  const created_at = `2024-08-27T14:57:${String(number % 60).padStart(2, '0')}.485934Z`;
  const rest = {
    cid: `bafy${number}`,
    size: number,
    number_of_files: 1,
    mime_type: 'text/plain',
    group_id: null,
    created_at,
  };
  return { network: 'public', id: fakeId(number), name: `file ${number}`, keyvalues: new Map(), rest, ...over };
}

export const fileJson = ({ id, name, keyvalues, rest }: FakeFile): Readonly<Record<string, unknown>> => ({
  id,
  name,
  ...rest,
  keyvalues: Object.fromEntries(keyvalues),
});

const status = (code: number, message: string): RemoteFailure => ({
  kind: 'answered',
  status: code,
  message,
  requestId: null,
  retryAfterMs: null,
});
/** Far more than any test needs: a loop without end fails its test, and starves no timer that would end it. */
const MOST_CALLS = 20_000;
const lost: RemoteFailure = { kind: 'noAnswer', detail: 'given up before an answer came' };

/**
 * The service in memory. It reads its own records through the same wire schemas as the real one, keeps no time, and
 * fails only as told.
 */
export class FakeService implements Service {
  mode: FakeMode;
  hasListing = true;
  hasReadById = true;
  /** Rows of a page of keys. */
  keysPerPage = 10;
  /** API keys as JSON has them, in the service's order. */
  keys: readonly Readonly<Record<string, unknown>>[] = [];
  /** By CID. */
  readonly signatures = new Map<string, string>();
  readonly calls: FakeCall[] = [];
  /** Runs before a call is carried out: the place for another writer. */
  onCall: (call: FakeCall) => void = () => undefined;
  /** Asked before every call after the `next` faults are used up; null lets the call through. */
  faultOf: (call: FakeCall) => Fault | null = () => null;
  readonly #files = new Map<string, FakeFile>();
  readonly #next: { readonly name: CallName; readonly fault: Fault }[] = [];
  readonly #late: (() => void)[] = [];

  constructor(mode: FakeMode = 'merge') {
    this.mode = mode;
  }

  put(...files: readonly FakeFile[]): void {
    for (const file of files) this.#files.set(fileKeyText(file), file);
  }

  /** What somebody else does to a file. */
  change(network: Network, id: FileId, over: Partial<FakeFile>): void {
    const file = this.file(network, id);
    if (file === null) throw new Error(`There is no ${network} file ${id}`);
    this.put({ ...file, ...over });
  }

  remove(network: Network, id: FileId): void {
    this.#files.delete(fileKeyText({ network, id }));
  }

  file(network: Network, id: string): FakeFile | null {
    return this.#files.get(fileKeyText({ network, id })) ?? null;
  }

  files(network: Network): readonly FakeFile[] {
    return [...this.#files.values()].filter((file) => file.network === network);
  }

  /** The next call of that name ends so; several queue up. */
  next(name: CallName, fault: Fault): void {
    this.#next.push({ name, fault });
  }

  /** Carries out what was given up on, in the order it was asked. */
  applyLate(): void {
    for (const apply of this.#late.splice(0)) apply();
  }

  updateFile(network: Network, id: FileId, body: string, signal: AbortSignal): ReturnType<Service['updateFile']> {
    const apply = () => this.#update(network, id, body);
    return this.#answer({ name: 'updateFile', input: [network, id, body] }, signal, apply);
  }

  readFile(network: Network, id: FileId, signal: AbortSignal): ReturnType<Service['readFile']> {
    return this.#answer({ name: 'readFile', input: [network, id] }, signal, () =>
      this.hasReadById ? this.#received(this.file(network, id)) : status(404, 'no such route'),
    );
  }

  listFiles(
    network: Network,
    pageToken: string | null,
    limit: number,
    signal: AbortSignal,
    order: ListOrder = 'anyOrder',
    takeKnown: KeepUnknownRows = (rows) => rows,
  ): ReturnType<Service['listFiles']> {
    return this.#answer({ name: 'listFiles', input: [network, pageToken, limit] }, signal, () => {
      if (!this.hasListing) return status(404, 'no such route');
      const all = order === 'newestFirst' ? this.files(network).toReversed() : this.files(network);
      const end = Number(pageToken ?? 0) + limit;
      const files = all.slice(end - limit, end).map(fileJson);
      const data = { files, next_page_token: end < all.length ? String(end) : '' };
      const { text, known } = stripKnownRows(JSON.stringify({ data }), network, takeKnown);
      return readFileList(JSON.parse(text), network, known) ?? status(500, 'the list is not a list');
    });
  }

  listKeys(offset: number, revoked: true | null, signal: AbortSignal): ReturnType<Service['listKeys']> {
    return this.#answer({ name: 'listKeys', input: [offset, revoked] }, signal, () => {
      const all = this.keys.filter((key) => revoked === null || key['revoked'] === true);
      const keys = all.slice(offset, offset + this.keysPerPage);
      return readKeyList({ keys, count: all.length }) ?? status(500, 'the list is not a list');
    });
  }

  signature(network: Network, cid: string, signal: AbortSignal): ReturnType<Service['signature']> {
    const apply = () => ({ signature: this.signatures.get(cid) ?? null });
    return this.#answer({ name: 'signature', input: [network, cid] }, signal, apply);
  }

  async #answer<T extends object>(call: FakeCall, signal: AbortSignal, apply: () => T | RemoteFailure): Answer<T> {
    if (signal.aborted) return { ok: false, failure: { kind: 'notSent', detail: 'given up before it was sent' } };
    if (this.calls.push(call) > MOST_CALLS) throw new Error(`A loop has no end: ${call.name} is asked again and again`);
    this.onCall(call);
    const fault = this.#faultFor(call);
    await Promise.resolve();
    if (fault?.kind === 'hanging') await aborted(signal);
    if (signal.aborted) return { ok: false, failure: lost };
    if (fault === null || fault.kind === 'hanging') return resultOf(apply());
    if (fault.kind === 'applied') apply();
    if (fault.kind === 'late') this.#late.push(apply);
    return { ok: false, failure: fault.failure };
  }

  #faultFor(call: FakeCall): Fault | null {
    const at = this.#next.findIndex(({ name }) => name === call.name);
    return at < 0 ? this.faultOf(call) : (this.#next.splice(at, 1)[0]?.fault ?? null);
  }

  #received(file: FakeFile | null) {
    if (file === null) return status(404, 'no such file');
    return readFileAnswer({ data: fileJson(file) }, file.network) ?? status(500, 'the record is not a record');
  }

  #update(network: Network, id: FileId, body: string) {
    const file = this.file(network, id);
    if (file !== null) this.put(updated(file, JSON.parse(body), this.mode));
    return this.#received(this.file(network, id));
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

function resultOf<T extends object>(answer: T | RemoteFailure): Awaited<Answer<T>> {
  return isFailure(answer) ? { ok: false, failure: answer } : { ok: true, value: answer };
}

const isFailure = (answer: object): answer is RemoteFailure => 'kind' in answer;

/** What an update makes of a file; members of another type are passed over, as the best-known service does. */
export function updated(file: FakeFile, body: Readonly<Record<string, unknown>>, mode: FakeMode): FakeFile {
  const { name, keyvalues } = body;
  return {
    ...file,
    name: typeof name === 'string' ? name : file.name,
    keyvalues: isObject(keyvalues)
      ? keyvaluesAfter(file.keyvalues, new Map(Object.entries(keyvalues)), mode)
      : file.keyvalues,
  };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function keyvaluesAfter(
  held: FakeFile['keyvalues'],
  sent: FakeFile['keyvalues'],
  mode: FakeMode,
): FakeFile['keyvalues'] {
  const after = mode === 'replace' ? new Map<string, unknown>() : new Map(held);
  for (const [key, value] of sent) {
    if (value !== null) after.set(key, value);
    else if (mode === 'merge') after.delete(key);
  }
  return after;
}
