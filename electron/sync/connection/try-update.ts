import { deniedBy } from '../../../src/domain/connections/connection.ts';
import { TRIAL_BODY, type UpdateTrial } from '../../../src/domain/connections/update-trial.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { describeFailure, failureClassOf, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { Service } from '../../remote/service.ts';
import { isAboutPermission } from '../ingest/read-file.ts';

/** Refusals that another file, or an update with fields, need not meet. */
const UNDECIDED: readonly string[] = ['refused', 'gone', 'conflict'];

/**
 * Finds out by one update without fields whether a token may change files.
 *
 * @param before the file as a list has just shown it
 * @returns a failure when nobody knows what the service made of the update
 */
export async function tryUpdate(
  service: Service,
  before: FileRecord,
  checkedAtMs: number,
  signal: AbortSignal,
): Promise<Result<UpdateTrial, RemoteFailure>> {
  const { network, id } = before;
  const answer = await service.updateFile(network, id, TRIAL_BODY, signal);
  if (answer.ok)
    return ok({ updates: { kind: 'yes', checkedAtMs }, isSame: isSame(before, answer.value.record), refusal: null });
  const { failure } = answer;
  if (isAboutPermission(failure)) return ok({ updates: deniedBy(failure, checkedAtMs), isSame: null, refusal: null });
  if (UNDECIDED.includes(failureClassOf(failure).kind))
    return ok({ updates: { kind: 'notChecked' }, isSame: null, refusal: describeFailure(failure) });
  return answer;
}

function isSame(before: FileRecord, after: FileRecord): boolean {
  const values = new Map(before.keyvalues);
  return (
    before.name === after.name &&
    before.keyvalues.length === after.keyvalues.length &&
    after.keyvalues.every(([key, value]) => values.get(key) === value)
  );
}
