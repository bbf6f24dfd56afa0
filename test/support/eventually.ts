import { vi } from 'vitest';

/** Waits until a check over real requests or threads holds: a busy machine takes longer than the second that is the default. */
export const eventually = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 50_000 });
