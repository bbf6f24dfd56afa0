import type { Options } from '../launch/options.mjs';
import type { StartWishes } from '../host.ts';

/**
 * What the options ask of the core. The token leaves the environment, so that no program started later inherits it.
 */
export function takeWishes(options: Options, env: NodeJS.ProcessEnv): StartWishes {
  const token = env['PINFOLD_TOKEN'] ?? '';
  delete env['PINFOLD_TOKEN'];
  return {
    practice: options.practice,
    connect: options.connect === null ? null : { ...options.connect, token },
  };
}
