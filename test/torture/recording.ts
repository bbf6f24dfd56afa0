import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { driverCommand, runDriver } from './driver-process.ts';
import { readWords, type Control, type DriverWords } from './driver-words.ts';
import type { Scratch } from './scratch.ts';
import { onOutboxFiles } from './strace.ts';

/** What a run did to the outbox files, in order, between the answers it gave. */
export type Step =
  | { readonly kind: 'created'; readonly file: string }
  | { readonly kind: 'written'; readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'cutTo'; readonly file: string; readonly size: number }
  | { readonly kind: 'synced'; readonly file: string }
  | { readonly kind: 'renamed'; readonly from: string; readonly to: string }
  | { readonly kind: 'removed'; readonly file: string }
  | { readonly kind: 'said'; readonly words: DriverWords };

const CALLS = 'pwrite64,write,fsync,fdatasync,ftruncate,rename,unlink,openat';

/** Records a run of the driver on a new profile. */
export async function record(options: { seed: number; edits: number; control: Control; scratch: Scratch }) {
  const { seed, edits, control, scratch } = options;
  const folder = scratch.folder();
  const profile = join(folder, 'profile');
  const [trace, ackPath] = [join(folder, 'trace'), join(folder, 'said')];
  const tracing = ['-f', '--seccomp-bpf', '-y', '-xx', '-s', '1000000', '-e', `trace=${CALLS}`, '-o', trace];
  const driver = driverCommand({ profile, seed, edits, control, diesOfFailure: false, ackPath });
  const command = ['strace', ...tracing, '-P', ackPath, ...onOutboxFiles(profile), ...driver];
  const run = await runDriver(command, scratch.directory);
  if (run.code !== 0) throw new Error(`The recorded run failed: ${run.complaint}`);
  const steps = readTrace(readFileSync(trace, 'latin1'), profile, ackPath);
  scratch.forget(folder);
  return steps;
}

function readTrace(trace: string, profile: string, ackPath: string): readonly Step[] {
  const ends = new Map<string, number>();
  const steps: Step[] = [];
  let said = '';
  for (const line of trace.split('\n')) {
    if (line.includes('<unfinished')) throw new Error('Calls of several threads overlap in the trace');
    const call = /^\d+ +(\w+)\((.*)\) += (-?\d+)/.exec(line);
    if (call === null || Number(call[3]) < 0) continue;
    const [, name = '', words = ''] = call;
    if (name === 'write' && pathOf(words) === ackPath) {
      said += bytesIn(words).toString('utf8');
      if (said.endsWith('\n')) steps.push(...readWords(said).map((one) => ({ kind: 'said' as const, words: one })));
      if (said.endsWith('\n')) said = '';
    } else steps.push(...stepsOf(name, words, ends, profile));
  }
  return steps;
}

/** @param ends where the next write without a place goes, by file */
function stepsOf(name: string, words: string, ends: Map<string, number>, profile: string): readonly Step[] {
  const path = name === 'openat' ? (textsIn(words)[0] ?? '') : pathOf(words);
  const file = path === profile ? '' : basename(path);
  switch (name) {
    case 'pwrite64':
      return [{ kind: 'written', file, at: Number(/, (\d+)$/.exec(words)?.[1]), bytes: bytesIn(words) }];
    case 'write': {
      const [at, bytes] = [ends.get(file) ?? 0, bytesIn(words)];
      ends.set(file, at + bytes.length);
      return [{ kind: 'written', file, at, bytes }];
    }
    case 'ftruncate':
      return [{ kind: 'cutTo', file, size: Number(/, (\d+)$/.exec(words)?.[1]) }];
    case 'fsync':
    case 'fdatasync':
      return [{ kind: 'synced', file }];
    case 'rename': {
      const [from = '', to = ''] = textsIn(words).map((one) => basename(one));
      return [{ kind: 'renamed', from, to }];
    }
    case 'unlink':
      return [{ kind: 'removed', file: basename(textsIn(words)[0] ?? '') }];
    case 'openat': {
      ends.set(file, 0);
      const created: Step[] = words.includes('O_CREAT') ? [{ kind: 'created', file }] : [];
      return words.includes('O_TRUNC') ? [...created, { kind: 'cutTo', file, size: 0 }] : created;
    }
    default:
      throw new Error(`Not recorded: ${name}`);
  }
}

/** The path that strace puts beside the number of an open file. */
const pathOf = (words: string): string => decoded(/^\d+<((?:\\x[0-9a-f]{2}|[^>\\])*)>/.exec(words)?.[1] ?? '');

const textsIn = (words: string): readonly string[] =>
  [...words.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, text = '']) => decoded(text));

function bytesIn(words: string): Buffer {
  const text = /"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/.exec(words);
  if (text?.[1] === undefined || text[2] !== undefined) throw new Error('A write is not whole in the trace');
  return Buffer.from(text[1].replaceAll('\\x', ''), 'hex');
}

const decoded = (text: string): string =>
  text.startsWith('\\x') ? Buffer.from(text.replaceAll('\\x', ''), 'hex').toString('utf8') : text;
