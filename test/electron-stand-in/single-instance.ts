import { mkdirSync, readFileSync, rmSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/**
 * One holder for each folder, found out at once, as in Electron: the process named in a file, while it lives. Whoever
 * comes second leaves its words there for the first.
 *
 * @param secondCame told the words with which another process was started
 * @returns whether this process holds the lock
 */
export function takeLock(folder: string, secondCame: (words: string[]) => void): boolean {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, 'stand-in-lock');
  const message = join(folder, 'stand-in-second');
  const holder = Number(readIfThere(lock) ?? process.pid);
  if (holder !== process.pid && isAlive(holder)) {
    writeFileSync(message, JSON.stringify(process.argv));
    return false;
  }
  writeFileSync(lock, String(process.pid));
  nameHolder(join(folder, 'SingletonLock'));
  rmSync(message, { force: true });
  const watcher = watch(folder, (_event, name) => {
    const words = name === 'stand-in-second' ? readWords(message) : null;
    if (words === null) return;
    rmSync(message, { force: true });
    secondCame(words);
  });
  watcher.unref();
  return true;
}

/** As Chromium does, but on Windows: a link that leads to the name of the computer and the number of the process. */
function nameHolder(link: string): void {
  if (process.platform === 'win32') return;
  rmSync(link, { force: true });
  symlinkSync(`${hostname()}-${process.pid}`, link);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // no such process
  }
}

function readWords(path: string): string[] | null {
  const text = readIfThere(path);
  const words: unknown = text ? JSON.parse(text) : null;
  return Array.isArray(words) ? words.map(String) : null;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // not there, or taken away meanwhile
  }
}
