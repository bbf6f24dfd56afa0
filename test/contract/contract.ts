import { authenticationChecks } from './authentication-checks.ts';
import type { Check } from './check.ts';
import { fileChecks } from './file-checks.ts';
import { keyChecks } from './key-checks.ts';
import { nameChecks } from './name-checks.ts';
import { signatureChecks } from './signature-checks.ts';

/** Every statement of the service interface that can be seen from outside. */
export const contract: readonly Check[] = [
  ...authenticationChecks,
  ...signatureChecks,
  ...keyChecks,
  ...nameChecks,
  ...fileChecks,
];
