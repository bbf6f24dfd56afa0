import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { askedPairs } from '../filter-questions.ts';
import type { Line } from '../line.ts';
import { searchedWords } from '../searches.ts';
import { sourcesHash } from '../sources-hash.ts';
import { peers } from './list.ts';
import { runPeer, type PeerFigures } from './run-peer.ts';
import { ourRow, peerTable, type PeerRow } from './table.ts';

const FIGURE_LIMIT_MS = 10_000;
const PROCESS_LIMIT_MS = 300_000;

export type PeersFound = { readonly table: string; readonly figures: Readonly<Record<string, PeerFigures | string>> };

/** The figures that peers share with us, on the same data and machine, each peer in processes of its own. */
export async function measurePeers(bench: Bench, lines: readonly Line[]): Promise<PeersFound> {
  const directory = join(bench.options.cacheDirectory, `peers-${sourcesHash('test/bench/peers/list.ts')}`);
  const problem = install(bench, directory);
  const { pagesPath } = await bench.set();
  const dataDirectory = bench.folder();
  // As they stand in the box while somebody types, a part of them: some peers take seconds for each.
  // Each once: some peers remember their answers.
  const texts = [
    ...new Set(searchedWords.flatMap((word) => [2, 4, word.length].map((end) => [...word].slice(0, end).join('')))),
  ];
  const limits = { figureLimitMs: FIGURE_LIMIT_MS, processLimitMs: PROCESS_LIMIT_MS };
  const figures: Record<string, PeerFigures | string> = {};
  const rows: PeerRow[] = [ourRow(lines)];
  for (const peer of peers) {
    bench.say(`${peer.name} …`);
    const found =
      problem ?? (await runPeer(peer, { directory, dataDirectory, pagesPath, texts, pairs: askedPairs, ...limits }));
    figures[peer.name] = found;
    rows.push({ name: peer.name, note: peer.note, found });
  }
  return { table: peerTable(rows), figures };
}

/** @returns why the peers could not be had; null when they are there */
function install(bench: Bench, directory: string): string | null {
  if (!existsSync(join(directory, 'node_modules'))) {
    bench.say('Installing what people use instead …');
    const installing = `${directory}.new`;
    rmSync(installing, { recursive: true, force: true });
    mkdirSync(installing, { recursive: true });
    const dependencies = Object.assign({}, ...peers.map(({ packages }) => packages));
    writeFileSync(join(installing, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
    const done = spawnSync('npm', words, { cwd: installing, encoding: 'utf8', shell: process.platform === 'win32' });
    if (done.status !== 0) return `could not be installed: ${done.stderr.trim().split('\n').at(-1) ?? ''}`;
    rmSync(directory, { recursive: true, force: true });
    renameSync(installing, directory);
  }
  cpSync(join(import.meta.dirname, 'adapters'), join(directory, 'adapters'), { recursive: true });
  return null;
}
