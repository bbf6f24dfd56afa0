import type { EventName } from '../src/contract/names.ts';
import { chosenCids } from './database/chosen-cids.ts';
import { knownSignersTable } from './database/known-signers-table.ts';
import type { OpenProfile } from './database/open.ts';
import { signatureJobsTable } from './database/signature-jobs-table.ts';
import { signatureVerdicts } from './database/signature-verdicts.ts';
import { signatureViews } from './database/signature-views.ts';
import { signaturesTable } from './database/signatures-table.ts';
import { systemChance, systemClock } from './clock.ts';
import type { Announce, SignatureSlices } from './ipc/slices.ts';
import { SignatureChecks } from './sync/signature-checks.ts';
import { SignatureFetches, type SignatureFetchPorts } from './sync/signature-fetches.ts';
import { onFirstUse } from './on-first-use.ts';
import { Verifications } from './verifications.ts';

type Surroundings = { readonly profile: OpenProfile; readonly report: (error: unknown) => void };

export type SignatureWork = SignatureSlices & {
  /** Also tells the work on signatures, which may have waited for it. */
  readonly heard: <Name extends EventName>(told: (name: Name) => void) => (name: Name) => void;
  readonly close: () => Promise<void>;
};

/** Makes what fetches signatures and what checks them. */
export function signatureWork(
  { profile, report }: Surroundings,
  announce: Announce,
  running: SignatureFetchPorts['running'],
): SignatureWork {
  const { mirror } = profile;
  const verifications = new Verifications();
  const signers = knownSignersTable(profile.outbox);
  const always = { clock: systemClock, report, announce: () => announce('signatures.changed') };
  const checks = new SignatureChecks({
    ...always,
    verdicts: signatureVerdicts(mirror),
    signers: signers.list,
    verify: verifications.verify,
  });
  const fetches = new SignatureFetches({
    ...always,
    chance: systemChance,
    jobs: signatureJobsTable(mirror),
    signatures: signaturesTable(mirror),
    chosen: onFirstUse(() => chosenCids(profile.searching())),
    running,
    check: (id, places) => checks.check(id, places),
  });
  return {
    checks,
    fetches,
    signers,
    page: signatureViews(mirror).page,
    heard: (told) => (name) => {
      told(name);
      if (name !== 'status.changed' && name !== 'connections.changed') return;
      fetches.wake();
      checks.wake();
    },
    close: async () => {
      await fetches.close();
      await checks.close();
      await verifications.close();
    },
  };
}
