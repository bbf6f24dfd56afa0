import fc from 'fast-check';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { memoryVault } from '../../electron/hosting/memory-vault.ts';
import type { Core } from '../../electron/host.ts';
import { startCore } from '../../electron/workers/start-core.ts';
import { type Channel, channels } from '../../src/contract/index.ts';
import { aFileQuery } from '../support/builders.ts';
import { coreReply } from './calls.ts';
import { damageProfile, profileDamage, type ProfileDamage } from './profile-damages.ts';
import type { FuzzTarget } from './target.ts';

/** A profile of the practice project, closed in good order: edits wait, one needs a person, and one is held. */
export type SampleProfile = {
  readonly directory: string;
  readonly connectionId: string;
  readonly files: readonly unknown[];
};

const waitingEdits = z.array(z.object({ status: z.object({ counts: z.object({ waiting: z.literal(3) }) }) })).min(1);

/** @param directory empty; whoever asks removes it */
export async function sampleProfile(directory: string): Promise<SampleProfile> {
  const { core, bugs } = await begin(directory);
  if (core === null) throw new Error('An empty profile does not start.');
  const { id: connectionId } = z.object({ id: z.string() }).parse(await asked(core, 'connections.addPractice', null));
  await announced(core, async () => waitingEdits.safeParse(await asked(core, 'connections.list', null)).success);
  const conflicts = await asked(core, 'changes.conflicts', { connectionId, changeSetId: null });
  const edited = z.array(z.object({ key: z.unknown() })).parse(conflicts);
  await core.close();
  if (bugs.length > 0) throw new Error(String(bugs[0]));
  return { directory, connectionId, files: edited.map(({ key }) => key) };
}

async function begin(profileDirectory: string): Promise<{ readonly core: Core | null; readonly bugs: unknown[] }> {
  const bugs: unknown[] = [];
  const started = await startCore({
    ...{ profileDirectory, downloadsDirectory: profileDirectory, vault: memoryVault(), notify: null },
    log: { error: (error) => `bug ${bugs.push(error)}`, info: () => undefined },
    startOptions: { practice: false, connect: null, requestsPerMinute: 1_000_000 },
  });
  return { core: started.ok ? started.value : null, bugs };
}

async function asked(core: Core, name: Channel, input: unknown): Promise<unknown> {
  const reply = coreReply.parse(await core.ask(name, input));
  if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.failure)}`);
  return reply.value;
}

/** Looks again after every announcement. */
async function announced(core: Core, isSo: () => Promise<boolean>): Promise<void> {
  for (;;) {
    let stop: () => void = () => undefined;
    const next = new Promise<void>((resolve) => (stop = core.listen(() => resolve())));
    if (await isSo()) return stop();
    await next;
    stop();
  }
}

/** Without an answer to these there is no screen, and no way out. */
const FRAME: readonly Channel[] = [
  'connections.list',
  'app.info',
  'app.preferences',
  'app.exportPending',
  'recovery.phase',
];

/** What the screens ask of one profile. */
function questions({ connectionId, files }: SampleProfile): readonly (readonly [Channel, unknown])[] {
  const alone = ['connections.list', 'connections.copies', 'app.info', 'app.preferences', 'app.exportPending'] as const;
  const ofConnection = [
    ...(['files.counts', 'files.facets', 'keys.counts', 'keys.audit', 'keys.runOuts', 'keys.alerts'] as const),
    ...(['savedViews.list', 'diagnostics.get', 'signatures.work', 'signatures.counts', 'groupNames.list'] as const),
    ...(['changes.counts', 'changes.parked', 'undo.state', 'library.contents', 'library.look', 'drafts.list'] as const),
  ];
  const ofFile = ['files.get', 'files.history', 'changes.ofFile', 'signatures.get'] as const;
  const tabs = channels['changes.list'].input.shape.tab.options;
  return [
    ...([...alone, 'signers.list', 'recovery.phase'] as const).map((name) => [name, null] as const),
    ...ofConnection.map((name) => [name, { connectionId }] as const),
    ['files.open', { connectionId, query: aFileQuery(), firstRows: 50 }],
    ['files.open', { connectionId, query: aFileQuery({ search: 'card' }), firstRows: 50 }],
    ...tabs.map((tab) => ['changes.list', { connectionId, tab, search: '', from: 0, to: 50 }] as const),
    ['changes.conflicts', { connectionId, changeSetId: null }],
    ...files.flatMap((key) => ofFile.map((name) => [name, { connectionId, key }] as const)),
  ];
}

/**
 * Profiles that something else has written into: the core starts, or says why it does not, and whatever it is asked then,
 * it answers as its contract promises, and goes on.
 */
export const damagedProfiles = (sample: SampleProfile): FuzzTarget<readonly ProfileDamage[]> => ({
  name: 'profiles',
  // A whole start, every question, and the end.
  longestMs: 20_000,
  inputs: fc.array(profileDamage, { minLength: 1, maxLength: 3 }),
  judge: async (damages) => {
    const directory = mkdtempSync(join(tmpdir(), 'pinfold-fuzz-'));
    try {
      cpSync(sample.directory, directory, { recursive: true });
      for (const one of damages) damageProfile(directory, one);
      return await wrongIn(directory, sample);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
});

async function wrongIn(directory: string, sample: SampleProfile): Promise<string | null> {
  const { core, bugs } = await begin(directory);
  if (core === null) return null;
  const found: string[] = [];
  let unexpected = 0;
  for (const [name, input] of questions(sample)) {
    const reply = coreReply.safeParse(await core.ask(name, input));
    if (!reply.success) found.push(`${name}: no reply`);
    else if (reply.data.ok && !channels[name].output.safeParse(reply.data.value).success)
      found.push(`${name}: not what the contract promises`);
    else if (!reply.data.ok && reply.data.failure.kind === 'unexpected') {
      unexpected += 1;
      if (FRAME.includes(name)) found.push(`${name}: unexpected`);
    }
  }
  await core.close();
  // A row that cannot be read costs the screen that shows it, and nothing else comes to harm.
  if (bugs.length > unexpected)
    found.push(...bugs.map((one) => (one instanceof Error ? String(one.stack) : String(one))));
  return found.length === 0 ? null : found.join('; ');
}
