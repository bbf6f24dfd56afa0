import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { Fault } from '../../support/fake-service.ts';

export const answered = (status: number, over: Partial<Extract<RemoteFailure, { kind: 'answered' }>> = {}) =>
  ({
    kind: 'answered',
    status,
    message: `status ${status}`,
    requestId: `request-${status}`,
    retryAfterMs: null,
    ...over,
  }) satisfies RemoteFailure;

export const notSent: RemoteFailure = { kind: 'notSent', detail: 'connection refused' };
export const noAnswer: RemoteFailure = { kind: 'noAnswer', detail: 'the connection was reset' };
export const malformed: RemoteFailure = { kind: 'malformed', detail: 'the answer was cut', requestId: null };
export const tooLarge: RemoteFailure = {
  kind: 'malformed',
  detail: 'the answer is larger than any this app asks for',
  requestId: null,
  tooLarge: true,
};
export const portal: RemoteFailure = { kind: 'notOurService', detail: 'the answer is a web page' };
export const wrongRecord: RemoteFailure = { kind: 'wrongRecord', requestId: 'request-x' };

/** Nothing is applied. */
export const failing = (failure: RemoteFailure): Fault => ({ kind: 'failed', failure });
/** It is applied, and the answer gets lost. */
export const applying = (failure: RemoteFailure): Fault => ({ kind: 'applied', failure });
/** It is applied when the test says so. */
export const applyingLate = (failure: RemoteFailure): Fault => ({ kind: 'late', failure });
