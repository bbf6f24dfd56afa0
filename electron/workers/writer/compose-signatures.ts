import type { EventName } from '../../../src/contract/events.ts';
import { selectedCids } from '../../database/signatures/selected-cids.ts';
import { knownSignersTable } from '../../database/signatures/known-signers-table.ts';
import type { OpenProfile } from '../../database/profile/open-profile.ts';
import { fetchJobsTable } from '../../database/signatures/fetch-jobs-table.ts';
import { verificationTable } from '../../database/signatures/verification-table.ts';
import { signatureQueries } from '../../database/signatures/signature-queries.ts';
import { signaturesTable } from '../../database/signatures/signatures-table.ts';
import { systemRandom, systemClock } from '../clock.ts';
import type { Announce, SignatureContext } from '../../ipc/handler-context.ts';
import { VerificationJobs } from '../../sync/signatures/verification-jobs.ts';
import { FetchJobs, type FetchJobPorts } from '../../sync/signatures/fetch-jobs.ts';
import { lazy } from '../lazy.ts';
import { verifierClient } from '../verifier/client.ts';

type Surroundings = { readonly profile: OpenProfile; readonly report: (error: unknown) => void };

export type ComposedSignatures = SignatureContext & {
  /** Also tells the work on signatures, which may have waited for it. */
  readonly heard: <Name extends EventName>(told: (name: Name) => void) => (name: Name) => void;
  readonly close: () => Promise<void>;
};

/** Makes what fetches signatures and what checks them. */
export function composeSignatures(
  { profile, report }: Surroundings,
  announce: Announce,
  running: FetchJobPorts['running'],
): ComposedSignatures {
  const { mirror } = profile;
  const verifier = verifierClient();
  const signers = knownSignersTable(profile.outbox);
  const always = { clock: systemClock, report, announce: () => announce('signatures.changed') };
  const checks = new VerificationJobs({
    ...always,
    verdicts: verificationTable(mirror),
    signers: signers.list,
    verify: (contents, signers) => verifier.ask({ contents, signers }),
  });
  const fetches = new FetchJobs({
    ...always,
    chance: systemRandom,
    jobs: fetchJobsTable(mirror),
    signatures: signaturesTable(mirror),
    chosen: lazy(() => selectedCids(profile.searching())),
    running,
    check: (id, places) => checks.check(id, places),
  });
  return {
    checks,
    fetches,
    signers,
    page: signatureQueries(mirror).page,
    heard: (told) => (name) => {
      told(name);
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
