import { z } from 'zod';
import { mainThreadWatch } from './main-thread.ts';
import type { Work } from './work.ts';

/** The program of a measured process: does one work and reports what it found and what it cost. */
const job = z.object({ module: z.url(), name: z.string(), input: z.unknown() });

const isWork = (value: unknown): value is Work<unknown, unknown> =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'work';

async function run(): Promise<unknown> {
  const { module, name, input } = job.parse(JSON.parse(process.argv[2] ?? ''));
  const found: Readonly<Record<string, unknown>> = await import(module);
  const wanted = found[name];
  if (!isWork(wanted)) throw new Error(`${module} has no work ${name}`);
  const watch = mainThreadWatch();
  const before = process.cpuUsage();
  const output = await wanted.run(wanted.input.parse(input), { begin: watch.begin });
  const delay = watch.end();
  const { user, system } = process.cpuUsage(before);
  return {
    output,
    delay,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    cpuMs: (user + system) / 1_000,
  };
}

const report = await run();
await new Promise<void>((resolve, reject) =>
  process.send?.(report, (error: Error | null) => (error ? reject(error) : resolve())),
);
// A profile is written at an orderly end; a channel left open would prevent it.
process.disconnect();
