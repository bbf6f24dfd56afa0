import { cleanToken } from '../../src/domain/connections/connection.ts';
import type { FileId, Network } from '../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../src/domain/core/result.ts';
import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import { fileListSize, keyListSize } from './answer-size.ts';
import { httpClient, urlBuilder } from './http-client.ts';
import { defaultLimits, type JsonResponse, type RequestLimits } from './http-request.ts';
import type { RecordRequest } from './request-log.ts';
import { keyWithoutToken } from './record-rows.ts';
import type {
  FilePage,
  KeepUnknownRows,
  KeyPage,
  KeysNarrowed,
  ListOrder,
  ReceivedFile,
  Service,
  Signed,
} from './service.ts';
import { parseStrictly } from './strict-json.ts';
import { stripKnownRows } from './strip-known-rows.ts';
import { secretRedactor } from './token.ts';
import { readFileAnswer, readFileList, readKeyList, readSignature } from './wire-format.ts';

export type HttpServiceOptions = {
  /** As `parseBaseUrl` gives it. */
  readonly baseUrl: string;
  /** As `cleanToken` gives it. */
  readonly token: string;
  readonly limits?: Partial<RequestLimits>;
  readonly fetch?: typeof globalThis.fetch;
  readonly record?: RecordRequest;
};

/**
 * The service over HTTP. The token goes to the base address's origin and nowhere else, and into no failure or log.
 *
 * @throws Error when the address or the token is unfit for use; neither is part of the message
 */
export function httpService(options: HttpServiceOptions): Service {
  const { limits, send, readKeys } = prepared(options);
  const list = { method: 'GET', body: null, longestBytes: limits.listBytes } as const;
  const record = { method: 'GET', body: null, longestBytes: limits.recordBytes } as const;
  return {
    updateFile: (network, id, body, signal) =>
      send({ ...record, method: 'PUT', body, segments: ['files', network, id], read: fileReader(network, id) }, signal),
    readFile: (network, id, signal) =>
      send({ ...record, segments: ['files', network, id], read: fileReader(network, id) }, signal),
    listFiles: (network, pageToken, limit, signal, order = 'anyOrder', keepUnknown = keepAll) => {
      const query = fileListQuery(pageToken, limit, order);
      const reader = { ...fileListReader(network, keepUnknown), listSize: fileListSize };
      return send({ ...list, segments: ['files', network], query, ...reader }, signal);
    },
    listKeys: (offset, revoked, signal, narrowed) => {
      const query = keyListQuery(offset, revoked, narrowed);
      return send({ ...list, listSize: keyListSize, segments: ['api_keys'], query, read: readKeys }, signal);
    },
    signature: (network, cid, signal) => {
      const segments = ['files', network, 'signature', cid];
      return send({ ...record, segments, mayBeAbsent: true, read: signatureReader(cid) }, signal);
    },
  };
}

function prepared({ baseUrl, token, limits, fetch = globalThis.fetch, record = noRecord }: HttpServiceOptions) {
  if (cleanToken(token) !== token) throw new Error('The token is not fit for a header');
  const allLimits: RequestLimits = { ...defaultLimits, ...limits };
  const urls = urlBuilder(baseUrl);
  const withoutToken = secretRedactor(token);
  const client = {
    fetch,
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
    limits: allLimits,
    redact: (text: string) => withoutToken(urls.withoutBasePath(text)),
  };
  return { limits: allLimits, send: httpClient(client, urls, record), readKeys: keyListReader(token) };
}

const noRecord: RecordRequest = () => () => undefined;
const keepAll: KeepUnknownRows = (rows) => rows;

type Query = Readonly<Record<string, string>>;

const fileListQuery = (pageToken: string | null, limit: number, order: ListOrder): Query => ({
  limit: String(limit),
  ...(pageToken === null ? {} : { pageToken }),
  ...(order === 'newestFirst' ? { order: 'DESC' } : {}),
});

const keyListQuery = (offset: number, revoked: true | null, keys: KeysNarrowed | undefined): Query => ({
  offset: String(offset),
  ...(revoked === null ? {} : { revoked: 'true' }),
  ...(keys?.limitedUse ? { limitedUse: 'true' } : {}),
  ...(keys?.limitedUse && keys.exhausted ? { exhausted: 'true' } : {}),
  ...(keys === undefined || keys.name === null ? {} : { name: keys.name }),
});

function parsedAs<T>({ requestId }: JsonResponse, parsed: T | null, name: string): Result<T, RemoteFailure> {
  return parsed === null ? fail({ kind: 'malformed', detail: `the answer is not ${name}`, requestId }) : ok(parsed);
}

type Reader<T> = (response: JsonResponse) => Result<T, RemoteFailure>;

/** Strips known rows from the text of a page before the parser sees it, and counts them among the page's rows. */
function fileListReader(network: Network, keepUnknown: KeepUnknownRows) {
  let known = 0;
  const parse = (text: string): Result<unknown, string> => {
    const remaining = stripKnownRows(text, network, keepUnknown);
    known = remaining.known;
    return parseStrictly(remaining.text);
  };
  const read: Reader<FilePage> = (response) =>
    parsedAs(response, readFileList(response.json, network, known), 'a list of files');
  return { parse, read };
}

function keyListReader(token: string): Reader<KeyPage> {
  return (response) => {
    const page = readKeyList(response.json);
    const items = page?.items.map((key) => keyWithoutToken(key, token)) ?? [];
    return parsedAs(response, page === null ? null : { ...page, items }, 'a list of keys');
  };
}

/** Reads an answer about one file. A record with another id fails: it says nothing about either file. */
function fileReader(network: Network, id: FileId): Reader<ReceivedFile> {
  return (response) => {
    const parsed = parsedAs(response, readFileAnswer(response.json, network), 'a file record');
    if (!parsed.ok || parsed.value.record.id === id) return parsed;
    return fail({ kind: 'wrongRecord', requestId: response.requestId });
  };
}

function signatureReader(cid: string): Reader<Signed> {
  return (response) => {
    const parsed = parsedAs(response, readSignature(response.json), 'a signature');
    if (!parsed.ok) return parsed;
    const { cid: answered, signature } = parsed.value;
    const isAboutOther = answered === null ? signature !== null : answered !== cid;
    return isAboutOther ? fail({ kind: 'wrongRecord', requestId: response.requestId }) : ok({ signature });
  };
}
