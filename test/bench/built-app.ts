import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from '../torture/app-process.ts';
import type { Bench } from './bench.ts';
import { sourcesHash } from './sources-hash.ts';

// One build for a whole run, whatever is edited meanwhile.
const built = new WeakMap<Bench, string>();

/** Builds the app as it is now, or takes the build of the same sources. @returns the web host's program */
export function builtApp(bench: Bench): string {
  const program = built.get(bench) ?? build(bench);
  built.set(bench, program);
  return program;
}

function build(bench: Bench): string {
  const folder = join(bench.options.cacheDirectory, `built-${sourcesHash('{src,electron,resources}/**/*.*')}`);
  const program = join(folder, 'app/out/main/serve.js');
  if (existsSync(program)) return program;
  bench.say('Building the app …');
  rmSync(`${folder}.new`, { recursive: true, force: true });
  mkdirSync(`${folder}.new`);
  buildApp(`${folder}.new`);
  renameSync(`${folder}.new`, folder);
  return program;
}
