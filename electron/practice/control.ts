import { issueToken } from './authorise.ts';
import type { PracticeContext } from './context.ts';
import type { FaultSettingsChange, FaultSettings } from './faults/fault-settings.ts';
import { type Json } from './json.ts';
import type { RequestEntry } from './request-log.ts';
import { madeUpFile } from './seed/seed-files.ts';
import { TOKEN_KEYS, tokenKeyId, type TokenName } from './seed/seed-keys.ts';
import { addedStudioFile } from './seed/studio/studio-files.ts';
import { type UsageHistory, usageHistory } from './seed/studio/usage-history.ts';
import { wallets } from './seed/wallets.ts';
import { fileRecord, type StoredFile } from './tables/records.ts';

/** An edit by another client. A null removes a key; other values are stored unchanged, strings or not. */
export type ForeignEdit = {
  readonly id: string;
  readonly name?: string | null | undefined;
  readonly keyvalues?: Readonly<Record<string, Json>> | undefined;
};

export type Tokens = Readonly<Record<TokenName, string>>;

export type PracticeState = {
  readonly switches: FaultSettings;
  readonly accountId: string;
  readonly ownerEmail: string;
  readonly seed: number;
  readonly fileCount: number;
  readonly tokens: Tokens;
  /** The known signers among the wallets. */
  readonly signers: readonly { readonly address: string; readonly label: string }[];
};

/** The contents of the account after a reset; an absent number stays as at the start. */
export type ResetPlan = {
  readonly seed?: number | undefined;
  readonly fileCount?: number | undefined;
  readonly keyCount?: number | undefined;
};

export type ControlContext = PracticeContext & {
  /** Whether the account is that of the studio, and added files are too. */
  readonly isStudio: boolean;
  dropConnections(): void;
  reseed(plan: ResetPlan): void;
};

export type PracticeControl = ReturnType<typeof practiceControl>;

/** Controls the practice service: its settings, its records (as another client would), and its request log. */
export function practiceControl(context: ControlContext) {
  const nowText = () => new Date(context.clock.nowMs()).toISOString();
  const newPlaces = placesOfNewFiles(context.clock);
  return {
    state: (): PracticeState => practiceState(context),
    /** Changes some settings. @throws ZodError for an unknown setting or a value out of range */
    changeSettings(change: FaultSettingsChange): FaultSettings {
      const turned = context.settings.change(change);
      if (turned.offline) context.dropConnections();
      return turned;
    },
    /** The stored record, also while reads are stale; null without one. */
    file: (id: string): Json => recordOf(context.files.byId(id)),
    /** Changes a file as another client would. @returns the new record, or null without the file */
    editFile: (edit: ForeignEdit): Json => recordOf(editedByOthers(context, edit)),
    /** Deletes a file. @returns whether there was one */
    deleteFile: (id: string): boolean => context.files.remove(id),
    /** Adds files as another client would. @returns their records, newest last */
    addFiles: (count: number): readonly Json[] => addedFiles(context, newPlaces(count)).map(fileRecord),
    /** Revokes a key. @returns whether there is one */
    revokeKey: (id: string): boolean => context.keys.revoke(id, nowText()),
    /** The token of a key; null without the key. */
    tokenOf(keyId: string): string | null {
      const key = context.keys.byId(keyId);
      return key && issueToken(context.account(), key);
    },
    /** Made-up counts of the last 90 days for the keys of a studio; of an older database without them, none. */
    usageHistory: (): readonly UsageHistory[] =>
      usageHistory(context.account().seed, context.keys.all(), context.clock.nowMs()),
    /** The last requests, oldest first. */
    requests: (limit = 1_000): readonly RequestEntry[] => context.log.last(limit),
    forgetRequests: (): void => context.log.forget(),
    /** Resets account, settings and log to the start or to the plan. Tokens of the same seed stay valid. */
    reset(plan: ResetPlan = {}): PracticeState {
      context.reseed(plan);
      context.settings.reset();
      context.log.forget();
      context.staleReads.forget();
      return practiceState(context);
    },
  };
}

function recordOf(file: StoredFile | null): Json {
  return file && fileRecord(file);
}

function practiceState(context: ControlContext): PracticeState {
  const { accountId, ownerEmail, seed } = context.account();
  const known = wallets.filter(({ isKnown }) => isKnown);
  return {
    switches: context.settings.current,
    accountId,
    ownerEmail,
    seed,
    fileCount: context.files.count(),
    tokens: tokensOf(context),
    signers: known.map(({ address, label }) => ({ address, label })),
  };
}

/** The tokens of the keys that every account has. @throws Error when the account lacks one */
export function tokensOf(context: Pick<PracticeContext, 'account' | 'keys'>): Tokens {
  const account = context.account();
  const token = (name: TokenName): string => {
    const key = context.keys.byId(tokenKeyId(account.seed, name));
    if (!key) throw new Error(`The account lacks its key "${TOKEN_KEYS[name].name}"`);
    return issueToken(account, key);
  };
  return {
    admin: token('admin'),
    filesOnly: token('filesOnly'),
    readOnly: token('readOnly'),
    noSignatures: token('noSignatures'),
    keysOnly: token('keysOnly'),
    limited: token('limited'),
    revoked: token('revoked'),
    exhausted: token('exhausted'),
  };
}

function editedByOthers(context: ControlContext, edit: ForeignEdit): StoredFile | null {
  const before = context.files.byId(edit.id);
  if (!before) return null;
  const keyvalues = new Map(before.keyvalues ?? []);
  for (const [key, value] of Object.entries(edit.keyvalues ?? {})) {
    if (value === null) keyvalues.delete(key);
    else keyvalues.set(key, value);
  }
  const after = {
    ...before,
    name: edit.name === undefined ? before.name : edit.name,
    keyvalues: edit.keyvalues === undefined ? before.keyvalues : keyvalues,
  };
  context.files.change(after.id, after.name, after.keyvalues);
  return after;
}

/**
 * Places of files that are added, beyond every seeded one, so that they get ids and contents of their own. The clock parts the
 * runs of the program, and the places already given the calls within one.
 */
function placesOfNewFiles(clock: PracticeContext['clock']): (count: number) => readonly number[] {
  let nextPlace = 0;
  return (count) => {
    const first = Math.max(nextPlace, 1_000_000_000 + clock.nowMs());
    nextPlace = first + count;
    return Array.from({ length: count }, (_, added) => first + added);
  };
}

function addedFiles(context: ControlContext, positions: readonly number[]): readonly StoredFile[] {
  const { seed } = context.account();
  const madeUp = context.isStudio ? addedStudioFile : madeUpFile;
  const files = positions.map((position) => madeUp({ seed, position, createdAtMs: context.clock.nowMs() }));
  context.files.insertAll(files);
  return files;
}
