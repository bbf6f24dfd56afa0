import type { FileRecord } from '../../../src/domain/files/file.ts';
import { type Capability, deniedBy } from '../../../src/domain/connections/connection.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import {
  failureClassOf,
  isOutage,
  isTooLarge,
  type RemoteFailure,
} from '../../../src/domain/service/remote-failure.ts';
import { mayUpdateFiles } from '../../../src/domain/keys/scopes.ts';
import type { KeyPage, Service } from '../../remote/service.ts';

/** What one probe found, area by area. */
export type Probed = {
  readonly keys: Capability;
  /** A probe changes nothing, so the scopes of the token's own key alone can say so. */
  readonly updates: Capability;
  readonly listing: Capability;
  readonly signatures: Capability;
};

/** What one probe found, with one of the files that it saw; null without one. */
export type Probe = { readonly may: Probed; readonly sample: FileRecord | null };

/** Any valid CID shows whether this token may read signatures. */
const SOME_CID = 'bafkreih5aznjvttude6c3wbvqeebb6rlx5wkbzyppv7garjiubll2ceym4';

/**
 * What this token may do, with one request for each area, another for private files where no public one is, and no change.
 *
 * @param given `tokenKey` is the public value of the token's API key; null when the token does not name it
 * @returns a failure when the service cannot be reached, or something else answers
 */
export async function probe(
  service: Service,
  { nowMs, tokenKey }: { readonly nowMs: number; readonly tokenKey: string | null },
  signal: AbortSignal,
): Promise<Result<Probe, RemoteFailure>> {
  const yes: Capability = { kind: 'yes', checkedAtMs: nowMs };
  const keys = await service.listKeys(0, null, signal);
  if (!keys.ok && !isAnswer(keys.failure)) return fail(keys.failure);
  const files = await service.listFiles('public', null, 1, signal);
  // The keys have shown that the service answers: what its list fails by is the list's own.
  if (!files.ok && isOutage(files.failure)) return fail(files.failure);
  const signature = await service.signature('public', SOME_CID, signal);
  const may: Probed = {
    keys: keys.ok ? yes : deniedBy(keys.failure, nowMs),
    listing: files.ok ? yes : listingAfter(files.failure, nowMs),
    updates: keys.ok && isAllowedByScopes(keys.value, tokenKey) ? yes : { kind: 'notChecked' },
    signatures: signature.ok ? yes : signaturesAfter(signature.failure, nowMs),
  };
  return ok({ may, sample: files.ok ? (files.value.items[0]?.record ?? (await aPrivateFile(service, signal))) : null });
}

/** Nobody knows what an answer was that is too large to read, and it may well be a list. */
const listingAfter = (failure: RemoteFailure, nowMs: number): Capability =>
  isTooLarge(failure) ? { kind: 'notChecked' } : deniedBy(failure, nowMs);

/** What is no answer of the service says nothing of a permission; a denied one would end every fetch of signatures. */
const signaturesAfter = (failure: RemoteFailure, nowMs: number): Capability =>
  isAnswer(failure) ? deniedBy(failure, nowMs) : { kind: 'notChecked' };

async function aPrivateFile(service: Service, signal: AbortSignal): Promise<FileRecord | null> {
  const files = await service.listFiles('private', null, 1, signal);
  return files.ok ? (files.value.items[0]?.record ?? null) : null;
}

const isAllowedByScopes = ({ items }: KeyPage, tokenKey: string | null): boolean =>
  items.some(({ key }) => tokenKey !== null && key.key === tokenKey && mayUpdateFiles(key.scopesJson));

const isAnswer = (failure: RemoteFailure): boolean =>
  failure.kind === 'answered' && !['later', 'broken', 'unknown'].includes(failureClassOf(failure).kind);
