import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';

/**
 * Copies an installed app and lets a test attach to the copy: the only fuse that differs is the one for inspection, so that what
 * is tested is the package people get but for one byte.
 *
 * Usage: node electron/package/inspectable.mjs FROM TO PROGRAM, with the program relative to the folder; `.` is the bundle of
 * macOS itself, where its fuses are found
 */

/**
 * @param {string} from
 * @param {string} to
 * @param {string} program
 * @param {{ host?: string, codesign?: (words: readonly string[]) => void }} [where] `host` is the platform this runs on
 */
export async function makeInspectable(from, to, program, { host = process.platform, codesign = sign } = {}) {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  const fused = resolve(to, program);
  await flipFuses(fused, {
    version: FuseVersion.V1,
    // It would keep the hardened runtime of a release, under which an ad hoc signature may load no framework.
    resetAdHocDarwinSignature: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  // A changed byte ends the signature that Apple's processors ask for.
  if (host === 'darwin') codesign(['--force', '--deep', '--sign', '-', fused]);
}

/** @param {readonly string[]} words */
const sign = (words) => void execFileSync('codesign', words, { stdio: 'inherit' });

/** @param {readonly string[]} words */
async function main([from, to, program]) {
  if (from !== undefined && to !== undefined && program !== undefined) return makeInspectable(from, to, program);
  process.stderr.write('Usage: node electron/package/inspectable.mjs FROM TO PROGRAM\n');
  process.exitCode = 2;
}

if (process.argv[1]?.endsWith('inspectable.mjs')) await main(process.argv.slice(2));
