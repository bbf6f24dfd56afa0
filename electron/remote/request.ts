import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import { requestIdOf } from '../../src/domain/service/remote-failure.ts';
import { fail, type Result } from '../../src/domain/core/result.ts';
import type { AddressBook } from './address.ts';
import { exchange, type Ask, type Heard, type Line } from './http-request.ts';
import type { RecordRequest } from './request-log.ts';
import { oneLine } from './redact-secrets.ts';
import type { Answer } from './service.ts';

type Call<T> = Omit<Ask, 'url'> & {
  readonly segments: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  /** Understands the JSON of a 2xx. */
  readonly read: (heard: Heard) => Result<T, RemoteFailure>;
};

export type Caller = <T>(call: Call<T>, signal: AbortSignal) => Answer<T>;

/** Makes calls over one line and has each of them recorded, without anything that must stay between us and the service. */
export function caller(line: Line, addresses: AddressBook, record: RecordRequest): Caller {
  return async ({ segments, query, read, ...ask }, signal) => {
    const url = addresses.at(segments, query);
    if (url === null) return fail({ kind: 'notSent', detail: 'this cannot be part of an address' });
    const end = record({ method: ask.method, path: oneLine(url.pathname + url.search, line.scrub) });
    const { status, heard } = await exchange(line, { ...ask, url }, signal);
    const answer = heard.ok ? read(heard.value) : heard;
    end({
      status,
      failure: answer.ok ? null : answer.failure.kind,
      requestId: heard.ok ? heard.value.requestId : requestIdOf(heard.failure),
    });
    return answer;
  };
}
