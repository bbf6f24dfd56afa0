import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closedProfile, damage } from '../database/recovery/damaged-queue.ts';
import { started } from './running-core.ts';

/** Asks every way out of a profile that does not start. @returns the channels that answered */
export async function askRecovery(): Promise<readonly string[]> {
  return [...(await askDamaged()), ...(await askSafeMode())];
}

/** A damaged queue, which a snapshot takes the place of, and which comes back. */
async function askDamaged(): Promise<readonly string[]> {
  const profileDirectory = closedProfile();
  const outbox = join(profileDirectory, 'outbox.db');
  const snapshot = 'outbox.db.snapshot-1767225600000';
  copyFileSync(outbox, join(profileDirectory, snapshot));
  damage(profileDirectory);
  const one = await started({ profileDirectory });
  await one.get('recovery.phase', null);
  await one.get('recovery.contents', null);
  await one.get('recovery.restore', { name: snapshot });
  const { copies } = await one.get('recovery.copies', null);
  const replaced = copies.find(({ kind }) => kind === 'replaced');
  await one.get('recovery.putBack', { name: replaced?.name ?? '' });
  await one.get('recovery.startFresh', null);
  return [...one.answered];
}

async function askSafeMode(): Promise<readonly string[]> {
  const profileDirectory = closedProfile();
  writeFileSync(join(profileDirectory, 'starts.json'), '{"failedStarts":3}');
  const one = await started({ profileDirectory });
  await one.get('recovery.startNormally', null);
  await one.get('recovery.pageShown', null);
  return [...one.answered];
}
