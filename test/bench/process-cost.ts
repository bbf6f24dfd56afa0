import { readdirSync, readFileSync } from 'node:fs';

/** What processes cost together, since they began or over a time. */
export type ProcessCost = {
  readonly cpuMs: number;
  /** How often a thread went to sleep by itself, and so was woken. */
  readonly wakeUps: number;
  /** The thread that woke most, and how often. */
  readonly busiest: string;
  readonly threads: ReadonlyMap<string, ThreadCost>;
};

type ThreadCost = { readonly name: string; readonly cpuMs: number; readonly wakeUps: number };

/**
 * Adds up the threads of processes by what Linux says (proc(5)). A thread that began meanwhile counts from its start; one
 * that ended does not count.
 *
 * @param since an earlier cost of the same processes
 * @param times what the costs are multiplied by
 */
export function costOf(pids: readonly number[], since: ProcessCost | null = null, times = 1): ProcessCost {
  const all = new Map(pids.flatMap((pid) => threadsOf(pid)));
  const spent = [...all].map(([id, { name, cpuMs, wakeUps }]) => {
    const before = since?.threads.get(id);
    return {
      name,
      cpuMs: (cpuMs - (before?.cpuMs ?? 0)) * times,
      wakeUps: Math.round((wakeUps - (before?.wakeUps ?? 0)) * times),
    };
  });
  const busiest = spent.toSorted((a, b) => b.wakeUps - a.wakeUps)[0];
  return {
    cpuMs: spent.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    wakeUps: spent.reduce((sum, { wakeUps }) => sum + wakeUps, 0),
    busiest: busiest === undefined ? '' : `${busiest.name} ${busiest.wakeUps}`,
    threads: all,
  };
}

function threadsOf(pid: number): readonly (readonly [string, ThreadCost])[] {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).map((id) => {
    // `schedstat` counts in nanoseconds, `stat` in ticks of 10 ms, of which a minute at rest has few.
    const [ranNs] = readFileSync(`${tasks}/${id}/schedstat`, 'utf8').split(' ').map(Number);
    const status = readFileSync(`${tasks}/${id}/status`, 'utf8');
    const [, name = ''] = /^Name:\s+(.*)$/m.exec(status) ?? [];
    const [, wakeUps = '0'] = /^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status) ?? [];
    return [`${pid}/${id}`, { name, cpuMs: (ranNs ?? 0) / 1e6, wakeUps: Number(wakeUps) }] as const;
  });
}
