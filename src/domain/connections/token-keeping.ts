import { z } from 'zod';

/**
 * How a token survives a restart: `sealed` is encrypted with the system's keychain, `file` is plain text that only its
 * owner may read (not so on Windows), `memory` is lost.
 */
export const tokenKeeping = z.enum(['sealed', 'file', 'memory']);
export type TokenKeeping = z.infer<typeof tokenKeeping>;
