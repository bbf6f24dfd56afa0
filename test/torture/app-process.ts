import { spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from './children.ts';

const root = join(import.meta.dirname, '../..');

/** The web host as it is written; needs no build. */
export const appFromSources = join(root, 'electron/serve.ts');

/**
 * Builds the app into a folder of its own, which no other build touches meanwhile.
 *
 * @returns the web host in it
 * @throws when it cannot be built, with what the builder said
 */
export function buildApp(folder: string): string {
  const app = join(folder, 'app');
  mkdirSync(app);
  const builder = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  const words = [builder, 'build', '--outDir', join(app, 'out')];
  const built = spawnSync(process.execPath, words, { cwd: root, env, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`The app could not be built:\n${built.stdout}\n${built.stderr}`);
  symlinkSync(join(root, 'node_modules'), join(app, 'node_modules'), 'junction');
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }');
  return join(app, 'out/main/serve.js');
}

export type AppProcess = {
  readonly child: ChildProcess;
  /** The address that was printed; null when the app ended without printing one. */
  readonly address: Promise<string | null>;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  readonly output: () => string;
};

/** What an app opens at its start. */
type Opened = { readonly words: readonly string[]; readonly env: Readonly<Record<string, string>> };
// A run counts its own edits, so practice begins without any.
const practice: Opened = { words: ['--practice'], env: { PINFOLD_PRACTICE_EMPTY: '1' } };

/** @param program one of the above */
export function startApp(program: string, profile: string, cache: string, opened = practice): AppProcess {
  const quiet = { NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' };
  const env = { ...process.env, ...quiet, NODE_COMPILE_CACHE: cache, ...opened.env };
  const words = [program, ...opened.words, '--no-open', '--port', '0', '--profile', profile];
  // With a channel it ends when this process does, however that ends.
  const child = startChild(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let output = '';
  const ended = new Promise<Awaited<AppProcess['ended']>>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const address = new Promise<string | null>((resolve) => {
    const hear = (chunk: string): void => {
      output += chunk;
      const found = /ready at (\S+)\n/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.setEncoding('utf8').on('data', hear);
    child.stderr?.setEncoding('utf8').on('data', hear);
    void ended.then(() => resolve(null));
  });
  return { child, address, ended, output: () => output };
}
