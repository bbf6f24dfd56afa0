import type { EventName } from '../../../src/contract/events.ts';
import type { OpenProfile } from '../../database/profile/open-profile.ts';
import { fetchJobsTable, selectedCids } from '../../database/signatures/fetch-jobs-table.ts';
import { everySignature } from '../../database/signatures/signature-queries.ts';
import { knownSignersTable, signaturesTable } from '../../database/signatures/signatures-table.ts';
import { verificationTable } from '../../database/signatures/verification-table.ts';
import type { Announce, SignatureContext } from '../../ipc/handler-context.ts';
import { FetchJobs } from '../../sync/signatures/fetch-jobs.ts';
import type { FetchJobPorts } from '../../sync/signatures/fetch-signatures.ts';
import { VerificationJobs } from '../../sync/signatures/verification-jobs.ts';
import { systemClock, systemRandom } from '../clock.ts';
import { lazy } from '../lazy.ts';
import { verifierClient } from './clients.ts';

type SignatureEnvironment = {
  readonly profile: OpenProfile;
  readonly report: (error: unknown) => void;
  /** Listens to fetch jobs that came to their end. */
  readonly ended: FetchJobPorts['ended'];
};

export type ComposedSignatures = SignatureContext & {
  /** Wraps `announce`: a changed connection or status wakes the signature jobs too. */
  readonly listening: <Name extends EventName>(announce: (name: Name) => void) => (name: Name) => void;
  readonly close: () => Promise<void>;
};

/** Makes the fetch jobs and the verification jobs of signatures. */
export function composeSignatures(
  { profile, report, ended }: SignatureEnvironment,
  announce: Announce,
  running: FetchJobPorts['running'],
): ComposedSignatures {
  const { mirror } = profile;
  const verifier = verifierClient();
  const signers = knownSignersTable(profile.outbox);
  const shared = { clock: systemClock, report, announce: () => announce('signatures.changed') };
  const checks = new VerificationJobs({
    ...shared,
    verdicts: verificationTable(mirror),
    signers: signers.list,
    verify: (contents, signers) => verifier.ask({ contents, signers }),
  });
  const fetches = new FetchJobs({
    ...shared,
    random: systemRandom,
    jobs: fetchJobsTable(mirror),
    signatures: signaturesTable(mirror),
    chosen: lazy(() => selectedCids(profile.searching())),
    running,
    ended,
    check: (id, places) => checks.check(id, places),
  });
  return {
    checks,
    fetches,
    signers,
    every: everySignature(mirror, systemClock.yieldToEventLoop),
    listening: (announce) => (name) => {
      announce(name);
      if (name !== 'status.changed' && name !== 'connections.changed') return;
      fetches.wake();
      checks.wake();
    },
    close: async () => {
      await fetches.close();
      await checks.close();
      await verifier.terminate();
    },
  };
}
