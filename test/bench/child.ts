import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import type { Work } from './work.ts';

/** The program of a measured process: does one work and reports what it found and what it cost. */
const job = z.object({ module: z.url(), name: z.string(), input: z.unknown() });

/** The monitor's values hold its own pause. */
const MONITOR_PAUSE_MS = 1;

const isWork = (value: unknown): value is Work<unknown, unknown> =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'work';

async function run(): Promise<unknown> {
  const { module, name, input } = job.parse(JSON.parse(process.argv[2] ?? ''));
  const found: Readonly<Record<string, unknown>> = await import(module);
  const wanted = found[name];
  if (!isWork(wanted)) throw new Error(`${module} has no work ${name}`);
  const delays = monitorEventLoopDelay({ resolution: MONITOR_PAUSE_MS });
  const began = { cpu: process.cpuUsage(), isMetered: false };
  const meter = {
    begin: () => {
      delays.enable();
      delays.reset();
      began.isMetered = true;
    },
  };
  const output = await wanted.run(wanted.input.parse(input), meter);
  delays.disable();
  const beyondPause = (ns: number): number => Math.max(0, ns / 1e6 - MONITOR_PAUSE_MS);
  const delay = { p99Ms: beyondPause(delays.percentile(99)), maxMs: beyondPause(delays.max) };
  const { user, system } = process.cpuUsage(began.cpu);
  return {
    output,
    delay: began.isMetered && delays.count > 0 ? delay : null,
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
