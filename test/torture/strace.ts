import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Why system calls can be neither watched nor made to fail here; null when they can. */
export function straceProblem(): string | null {
  if (process.platform !== 'linux') return `strace is for Linux, and this is ${process.platform}`;
  const tried = spawnSync('strace', ['-f', '--seccomp-bpf', '-e', 'trace=fsync', '-o', '/dev/null', 'true']);
  if (tried.error) return 'strace is not installed';
  return tried.status === 0 ? null : `strace may not trace here: ${String(tried.stderr).trim()}`;
}

const WATCHED = ['outbox.db', 'outbox.db-wal', 'outbox.db-journal', 'outbox.mark', 'outbox.mark.new'] as const;

/** The words that make strace look at the outbox files of a profile alone. */
export const onOutboxFiles = (profile: string): readonly string[] => [
  ...['-P', profile],
  ...WATCHED.flatMap((name) => ['-P', join(profile, name)]),
];
