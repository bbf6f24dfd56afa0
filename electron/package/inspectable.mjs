import { cpSync } from 'node:fs';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';

/**
 * Copies an installed app and lets a test attach to the copy: the only fuse that differs is the one for inspection, so that what
 * is tested is the package people get but for one byte.
 *
 * Usage: node electron/package/inspectable.mjs FROM TO PROGRAM, with the program relative to the folder
 */
const [from, to, program] = process.argv.slice(2);
if (from === undefined || to === undefined || program === undefined) {
  process.stderr.write('Usage: node electron/package/inspectable.mjs FROM TO PROGRAM\n');
  process.exit(2);
}
cpSync(from, to, { recursive: true, verbatimSymlinks: true });
await flipFuses(`${to}/${program}`, {
  version: FuseVersion.V1,
  // A changed byte ends the signature that Apple's processors ask for.
  resetAdHocDarwinSignature: process.platform === 'darwin',
  [FuseV1Options.EnableNodeCliInspectArguments]: true,
});
