import type { Failure } from '../../../src/domain/core/failure.ts';
import {
  describeFailure,
  type FailureClass,
  failureClassOf,
  type RemoteFailure,
  requestIdOf,
} from '../../../src/domain/service/remote-failure.ts';

type Reason = Extract<Failure, { kind: 'service' }>['reason'];

const REASONS: Record<FailureClass['kind'], Reason> = {
  notApplied: 'unreachable',
  unknown: 'noAnswer',
  token: 'token',
  notAllowed: 'token',
  refused: 'refused',
  gone: 'gone',
  conflict: 'refused',
  later: 'later',
  broken: 'noAnswer',
  notOurService: 'notOurService',
};

/** The contract's failure for a failed request to the service. */
export const serviceFailure = (failure: RemoteFailure): Failure => ({
  kind: 'service',
  reason: failure.kind === 'malformed' ? 'malformed' : REASONS[failureClassOf(failure).kind],
  detail: describeFailure(failure),
  requestId: requestIdOf(failure),
});
