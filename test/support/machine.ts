import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';

/** Where the figures come from, in one line: they mean little elsewhere. */
export function machineLine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${processors.length} cores (${model}), ${gigabytes} GB, ${process.platform}, Node ${process.version}, ${commit()}`;
}

function commit(): string {
  const git = (...words: readonly string[]): string =>
    execFileSync('git', [...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const isClean = git('status', '--porcelain', '--', 'electron', 'src', 'test', ':!*RESULTS.md') === '';
    return `commit ${git('rev-parse', '--short', 'HEAD')}${isClean ? '' : ' with changes'}`;
  } catch (error) {
    // Taken out of an archive, or no git here.
    return error instanceof Error ? 'no commit' : 'no git';
  }
}
