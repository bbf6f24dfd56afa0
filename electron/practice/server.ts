import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from './clock.ts';
import type { PracticeContext } from './context.ts';
import { controlApi } from './control-api.ts';
import { practiceControl, type PracticeControl, type Tokens, tokensOf } from './control.ts';
import { faultSettingsStore, type FaultSettingsChange } from './faults/fault-settings.ts';
import { staleReads } from './faults/stale-reads.ts';
import { listen, type Listener } from './listener.ts';
import { requestLog } from './request-log.ts';
import { BASE_PATH } from './routes/service-routes.ts';
import { refill, fillOnce, type SeedPlan, type Tables } from './seed/fill-account.ts';
import { practiceService } from './service.ts';
import { accountTable } from './tables/account-table.ts';
import { filesTable } from './tables/files-table.ts';
import { keysTable } from './tables/keys-table.ts';
import { openPracticeDatabase } from './tables/schema.ts';

export type PracticeOptions = {
  /** A file, or `:memory:`. An existing file keeps its contents and its tokens. */
  readonly databasePath: string;
  /** 0, the default, for any free port. */
  readonly port?: number | undefined;
  readonly controlPort?: number | undefined;
  /** The contents of a new database. */
  readonly seed?: number | undefined;
  readonly fileCount?: number | undefined;
  readonly keyCount?: number | undefined;
  /** `assorted`, the default: files and keys of every script and shape. `studio`: those of a made-up studio, with its own number of keys. */
  readonly library?: 'assorted' | 'studio' | undefined;
  /** The fault settings at the start and after a reset. */
  readonly switches?: FaultSettingsChange | undefined;
  readonly clock?: Clock | undefined;
};

export type PracticeServer = {
  /** The base address of the service: with the version segment, without a slash at the end. */
  readonly baseUrl: string;
  readonly controlUrl: string;
  /** The value of the header `X-Practice-Control`, which the control API requires. */
  readonly controlToken: string;
  readonly tokens: Tokens;
  readonly control: PracticeControl;
  close(): Promise<void>;
};

/**
 * Starts the practice service on the loopback address.
 *
 * @throws NotAPracticeDatabaseError when the database belongs to something else
 * @throws Error EADDRINUSE when a port is taken
 */
export async function startPractice(options: PracticeOptions): Promise<PracticeServer> {
  const closing = new AbortController();
  const tables = openTables(options.databasePath);
  const listeners: Listener[] = [];
  const close = async (): Promise<void> => {
    closing.abort();
    await Promise.all(listeners.map((listener) => listener.close()));
    tables.database.close();
  };
  try {
    return { ...(await startOn(tables, options, closing.signal, listeners)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param listeners receives every open listener, also when the start fails half-way */
async function startOn(
  tables: Tables,
  options: PracticeOptions,
  closing: AbortSignal,
  listeners: Listener[],
): Promise<Omit<PracticeServer, 'close'>> {
  const clock = options.clock ?? systemClock;
  const studio = options.library === 'studio' ? { studioUntilMs: clock.nowMs() } : {};
  const counts = { fileCount: options.fileCount ?? 10_000, keyCount: options.keyCount ?? 400 };
  const plan: SeedPlan = { seed: options.seed ?? 1, ...counts, ...studio };
  const context = practiceContext(tables, plan, options, closing);
  const accepts = () => !context.settings.current.offline;
  const service = await listen(practiceService(context), { port: options.port ?? 0, accepts });
  listeners.push(service);
  const control = practiceControl({
    ...context,
    isStudio: options.library === 'studio',
    dropConnections: service.dropConnections,
    reseed: ({ seed = plan.seed, fileCount = plan.fileCount, keyCount = plan.keyCount }) =>
      context.replaceAccount(refill(tables, { ...plan, seed, fileCount, keyCount })),
  });
  const controlToken = randomBytes(24).toString('base64url');
  const controlListener = await listen(controlApi(control, controlToken), {
    port: options.controlPort ?? 0,
    accepts: () => true,
  });
  listeners.push(controlListener);
  return {
    baseUrl: `http://127.0.0.1:${service.port}${BASE_PATH}`,
    controlUrl: `http://127.0.0.1:${controlListener.port}`,
    controlToken,
    tokens: tokensOf(context),
    control,
  };
}

function openTables(databasePath: string): Tables {
  const database = openPracticeDatabase(databasePath);
  return {
    database,
    account: accountTable(database),
    files: filesTable(database),
    keys: keysTable(database),
  };
}

function practiceContext(tables: Tables, plan: SeedPlan, options: PracticeOptions, closing: AbortSignal) {
  const clock = options.clock ?? systemClock;
  let account = fillOnce(tables, plan);
  return {
    account: () => account,
    replaceAccount(replacement: typeof account) {
      account = replacement;
    },
    files: tables.files,
    keys: tables.keys,
    settings: faultSettingsStore(options.switches ?? {}),
    log: requestLog(),
    staleReads: staleReads(clock),
    clock,
    closing,
  } satisfies PracticeContext & { replaceAccount: unknown };
}
