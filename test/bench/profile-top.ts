import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const profile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

const MOST = 12;
const LEAST_PART = 0.01;

/** What the threads of each measured process spent their time on, a list for each profile below a folder. */
export function profileTops(directory: string): string {
  const paths = globSync('**/*.cpuprofile', { cwd: directory }).sort();
  return paths.map((path) => topOf(path, readFileSync(join(directory, path), 'utf8'))).join('\n\n');
}

/** @param path names the list, `text` is the profile */
export function topOf(path: string, text: string): string {
  const { nodes, samples, timeDeltas } = profile.parse(JSON.parse(text));
  const placeOf = new Map(nodes.map(({ id, callFrame }) => [id, place(callFrame)]));
  const selfMs = new Map<string, number>();
  samples.forEach((id, at) => {
    const name = placeOf.get(id) ?? '?';
    selfMs.set(name, (selfMs.get(name) ?? 0) + (timeDeltas[at] ?? 0) / 1_000);
  });
  selfMs.delete(IDLE);
  const busyMs = [...selfMs.values()].reduce((sum, ms) => sum + ms, 0);
  const top = [...selfMs].toSorted(([, a], [, b]) => b - a).slice(0, MOST);
  const lines = top
    .filter(([, ms]) => ms / busyMs >= LEAST_PART)
    .map(([name, ms]) => `${Math.round((ms / busyMs) * 100)} %`.padStart(7) + `  ${Math.round(ms)} ms  ${name}`);
  return [`${path} (${threadOf(path, nodes)}, ${Math.round(busyMs)} ms at work)`, ...lines].join('\n');
}

const IDLE = '(idle)';

function place({ functionName, url, lineNumber }: { functionName: string; url: string; lineNumber: number }): string {
  const file = url.split('/').slice(-2).join('/');
  const name = functionName === '' ? '(anonymous)' : functionName;
  return file === '' ? name : `${name} ${file}:${lineNumber + 1}`;
}

/** Profiles are called `CPU.<day>.<time>.<process>.<thread>.<number>.cpuprofile`; thread 0 is the main one. */
function threadOf(path: string, nodes: z.infer<typeof profile>['nodes']): string {
  const has = (program: string): boolean =>
    nodes.some(({ callFrame }) => callFrame.url.endsWith(`electron/${program}`));
  if (/\.0\.\d+\.cpuprofile$/.test(path)) return 'main thread';
  return has('writer.ts') ? 'writer' : has('reader.ts') ? 'reader' : 'another thread';
}
