import { cleanToken } from '../../src/domain/connections/connection.ts';
import type { FileId, Network } from '../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../src/domain/core/result.ts';
import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import { urlBuilder } from './address.ts';
import { httpClient, type JsonResponse } from './http-request.ts';
import { secretRedactor } from './redact-secrets.ts';
import { type RequestLimits, defaultLimits } from './request-limits.ts';
import type { RecordRequest } from './request-log.ts';
import type { KeysNarrowed, ReceivedFile, Service, Signed, KeepUnknownRows } from './service.ts';
import { parseStrictly } from './strict-json.ts';
import { stripKnownRows } from './strip-known-rows.ts';
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
 * @throws when the address or the token is not fit for use; neither is part of the message
 */
export function httpService(parts: HttpServiceOptions): Service {
  const { limits, call } = prepared(parts);
  const list = { method: 'GET', body: null, longestBytes: limits.listBytes } as const;
  const record = { method: 'GET', body: null, longestBytes: limits.recordBytes } as const;
  return {
    updateFile: (network, id, body, signal) =>
      call(
        { ...record, method: 'PUT', body, segments: ['files', network, id], read: readFileWithId(network, id) },
        signal,
      ),
    readFile: (network, id, signal) =>
      call({ ...record, segments: ['files', network, id], read: readFileWithId(network, id) }, signal),
    listFiles: (network, pageToken, limit, signal, order = 'anyOrder', keepUnknown = keepAll) => {
      const query = {
        limit: String(limit),
        ...(pageToken === null ? {} : { pageToken }),
        ...(order === 'newestFirst' ? { order: 'DESC' } : {}),
      };
      let known = 0;
      const parse = (text: string) => {
        const left = stripKnownRows(text, network, keepUnknown);
        known = left.known;
        return parseStrictly(left.text);
      };
      const read = (heard: JsonResponse) =>
        parsedAs(heard, readFileList(heard.json, network, known), 'a list of files');
      return call({ ...list, segments: ['files', network], query, parse, read }, signal);
    },
    listKeys: (offset, revoked, signal, narrowed) => {
      const query = {
        offset: String(offset),
        ...(revoked === null ? {} : { revoked: 'true' }),
        ...narrowing(narrowed),
      };
      const read = (heard: JsonResponse) => parsedAs(heard, readKeyList(heard.json), 'a list of keys');
      return call({ ...list, segments: ['api_keys'], query, read }, signal);
    },
    signature: async (network, cid, signal) => {
      const answer = await call(
        { ...record, segments: ['files', network, 'signature', cid], read: readSignatureOf(cid) },
        signal,
      );
      return !answer.ok && isNotFound(answer.failure) ? ok({ signature: null }) : answer;
    },
  };
}

function prepared({ baseUrl, token, limits, fetch = globalThis.fetch, record = unrecorded }: HttpServiceOptions) {
  if (cleanToken(token) !== token) throw new Error('The token is not fit for a header');
  const all: RequestLimits = { ...defaultLimits, ...limits };
  const line = {
    fetch,
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
    limits: all,
    redact: secretRedactor(token),
  };
  return { limits: all, call: httpClient(line, urlBuilder(baseUrl), record) };
}

const keepAll: KeepUnknownRows = (rows) => rows;

function narrowing(keys: KeysNarrowed | undefined): Readonly<Record<string, string>> {
  if (keys === undefined) return {};
  return {
    ...(keys.limitedUse ? { limitedUse: 'true' } : {}),
    ...(keys.limitedUse && keys.exhausted ? { exhausted: 'true' } : {}),
    ...(keys.name === null ? {} : { name: keys.name }),
  };
}

const unrecorded: RecordRequest = () => () => undefined;

const isNotFound = (failure: RemoteFailure): boolean => failure.kind === 'answered' && failure.status === 404;

function parsedAs<T>({ requestId }: JsonResponse, read: T | null, what: string): Result<T, RemoteFailure> {
  return read === null ? fail({ kind: 'malformed', detail: `the answer is not ${what}`, requestId }) : ok(read);
}

/** Reads an answer about one file; a record of another file is believed for neither. */
function readFileWithId(network: Network, id: FileId): (heard: JsonResponse) => Result<ReceivedFile, RemoteFailure> {
  return (heard) => {
    const read = parsedAs(heard, readFileAnswer(heard.json, network), 'a file record');
    if (!read.ok || read.value.record.id === id) return read;
    return fail({ kind: 'wrongRecord', requestId: heard.requestId });
  };
}

function readSignatureOf(cid: string): (heard: JsonResponse) => Result<Signed, RemoteFailure> {
  return (heard) => {
    const read = parsedAs(heard, readSignature(heard.json), 'a signature');
    if (!read.ok) return read;
    const { cid: answered, signature } = read.value;
    const isAboutOther = answered === null ? signature !== null : answered !== cid;
    return isAboutOther ? fail({ kind: 'wrongRecord', requestId: heard.requestId }) : ok({ signature });
  };
}
