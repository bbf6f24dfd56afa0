import type { Failure } from '../core/failure.ts';
import { metadataKey } from '../files/field.ts';
import type { BulkOperation } from './bulk.ts';
import type { RequestedChange } from './edit.ts';

/**
 * The largest plan, in bytes of memory. A plan is held as a whole, again as edits while they are queued, and every byte of
 * it goes to the disk in one transaction.
 */
export const LARGEST_PLAN_BYTES = 300_000_000;

/** A planned file and a change without their texts: 365 bytes together as measured in V8, rounded up. */
const BYTES_OF_A_FILE = 250;
const BYTES_OF_A_CHANGE = 150;
/** A text with one character outside Latin-1 takes two bytes for each (V8, `String::kTwoByte`). */
const BYTES_OF_A_CHARACTER = 2;

/** The failure for a plan that would be larger than the largest. */
export type PlanTooLarge = Extract<Failure, { kind: 'planTooLarge' }>;

/** @returns null for a plan of this size that may be made */
export const tooLarge = (files: number, sizeBytes: number, mostBytes: number): PlanTooLarge | null =>
  sizeBytes <= mostBytes ? null : { kind: 'planTooLarge', files, sizeBytes, mostBytes };

/** The size of a bulk edit's plan, estimated from what its operations write into each of so many files. */
export function estimatedPlanBytes(operations: readonly BulkOperation[], files: number): number {
  const texts = operations.reduce((sum, operation) => sum + charactersOf(operation), 0);
  return files * (BYTES_OF_A_FILE + operations.length * BYTES_OF_A_CHANGE + texts * BYTES_OF_A_CHARACTER);
}

/** The characters that an operation may add to the changes of a file. */
function charactersOf(operation: BulkOperation): number {
  switch (operation.kind) {
    case 'setKey':
      return operation.key.length + operation.value.length;
    case 'removeKey':
      return operation.key.length;
    case 'renameKey':
      return operation.from.length + operation.to.length;
    case 'replaceInName':
      return operation.replacement.length;
    case 'addToName':
      return operation.prefix.length + operation.suffix.length;
    case 'numberNames':
      return operation.stem.length + operation.digits;
  }
}

/** The size of one planned file. */
export const plannedBytes = (changes: readonly RequestedChange[]): number =>
  changes.reduce(
    (sum, { field, base, mine }) =>
      sum +
      BYTES_OF_A_CHANGE +
      BYTES_OF_A_CHARACTER * ((metadataKey(field)?.length ?? 0) + (base?.length ?? 0) + (mine?.length ?? 0)),
    BYTES_OF_A_FILE,
  );
