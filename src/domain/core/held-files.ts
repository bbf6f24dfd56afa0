import { errorCode } from './thrown.ts';

/**
 * How often a rename is tried again that another program's open file refused. On Windows a virus scanner or a sync client
 * holds a new file for a moment, and lets nobody rename or remove it meanwhile.
 */
const WAITS_MS = [20, 50, 100, 200, 400, 800];

export type HeldFilePorts = {
  readonly wait: (ms: number) => Promise<void>;
  /** As `process.platform` has it. Elsewhere a refusal is about permissions, and stays one. */
  readonly platform: string;
};

/** Does work on files, again after a while where another program holds one. @throws what the last try threw */
export async function onceReleased<T>(work: () => Promise<T>, { wait, platform }: HeldFilePorts): Promise<T> {
  for (const waitMs of WAITS_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isHeld(error, platform)) throw error;
    }
    await wait(waitMs);
  }
  return await work();
}

/** The same, for work in a thread that may stand still. */
export function onceReleasedNow<T>(
  work: () => T,
  { wait, platform }: { readonly wait: (ms: number) => void; readonly platform: string },
): T {
  for (const waitMs of WAITS_MS) {
    try {
      return work();
    } catch (error) {
      if (!isHeld(error, platform)) throw error;
    }
    wait(waitMs);
  }
  return work();
}

/** Windows' ERROR_ACCESS_DENIED and ERROR_SHARING_VIOLATION, as Node names them. */
const isHeld = (error: unknown, platform: string): boolean =>
  platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error) ?? '');
