import type { BaseUrlProblem } from '../../../src/domain/connections/typed-address.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import {
  describeFailure,
  type FailureClass,
  failureClassOf,
  type RemoteFailure,
  requestIdOf,
} from '../../../src/domain/service/remote-failure.ts';

/** The contract's failure for a text that no token can be. */
export const badToken: Failure = { kind: 'unfit', what: 'token', problem: 'notAToken' };

/** The contract's failure for an unusable base address. */
export const badAddress = (problem: BaseUrlProblem): Failure => ({ kind: 'unfit', what: 'baseUrl', problem });

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
