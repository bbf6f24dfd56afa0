import { z } from 'zod';
import type { ApiKey } from './api-key.ts';

/**
 * Why a service's answer has a key that the mirror's has not. `made`: after the last scan; `changed`: the mirror has it with
 * other values; `notCopied`: the mirror lacks it for another reason; `filter`: the mirror has it with the same values, so
 * that the service filters otherwise.
 */
export const onlyThereReason = z.enum(['made', 'changed', 'notCopied', 'filter']);
export type OnlyThereReason = z.infer<typeof onlyThereReason>;

/** @param mirrored the key in the mirror, whatever the filters; null when it is not there. @param checkedAtMs the last scan of the keys */
export function onlyThereReasonOf(there: ApiKey, mirrored: ApiKey | null, checkedAtMs: number | null): OnlyThereReason {
  if (mirrored !== null) return isAlike(there, mirrored) ? 'filter' : 'changed';
  const madeAtMs = there.createdAt === null ? Number.NaN : Date.parse(there.createdAt);
  return checkedAtMs !== null && madeAtMs > checkedAtMs ? 'made' : 'notCopied';
}

/** Whether two records of a key are alike in everything that the service filters by. */
const isAlike = (a: ApiKey, b: ApiKey): boolean =>
  a.name === b.name && a.revoked === b.revoked && a.uses === b.uses && a.maxUses === b.maxUses;
