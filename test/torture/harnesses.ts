import { appKills } from './app-kills.ts';
import type { Control } from './driver-words.ts';
import { faultSweep } from './fault-sweep.ts';
import { killLoop } from './kill-loop.ts';
import { powerCuts } from './power-cut.ts';
import type { Line } from './report.ts';
import type { Scratch } from './scratch.ts';

export type Around = { readonly seed: number; readonly jobs: number; readonly scratch: Scratch };

type Measured = Omit<Line, 'name' | 'isControl' | 'seconds'> & { readonly acked: number };

async function measured(name: string, isControl: boolean, work: () => Promise<Measured>): Promise<Line> {
  const began = performance.now();
  const { acked, ...found } = await work();
  if (acked === 0) found.tally.fault('No edit was ever called saved, so that nothing was shown');
  return { name, isControl, ...found, seconds: (performance.now() - began) / 1_000 };
}

const called = (name: string, control: Control): string => (control === 'none' ? name : `  control: ${control}`);
const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

export const killing = (around: Around, kills: number, control: Control): Promise<Line> =>
  measured(called('kill -9, queue process', control), control !== 'none', async () => {
    const { tally, whileStarting, acked, unannounced } = await killLoop({ ...around, kills, control });
    const broken = tally.lost + tally.doubled;
    const notes =
      control === 'none' ? `${unannounced} saved but not yet answered` : `${percent(broken, acked)} of edits`;
    return {
      tally,
      acked,
      tries: kills,
      of: 'kills',
      notes: `${whileStarting} while starting, ${acked} acknowledged; ${notes}`,
    };
  });

export const appKilling = (around: Around, kills: number, program: string, drainMs: number): Promise<Line> =>
  measured('kill -9, whole app', false, async () => {
    const { tally, whileStarting, acked, compared } = await appKills({ ...around, kills, program, drainMs });
    const compare = drainMs > 0 ? `; ${compared} files equal on the service` : '';
    return {
      tally,
      acked,
      tries: kills,
      of: 'kills',
      notes: `${whileStarting} while starting, ${acked} acknowledged${compare}`,
    };
  });

export const failing = (around: Around, points: number, control: Control): Promise<Line> =>
  measured(called('fault at a system call', control), control !== 'none', async () => {
    const found = await faultSweep({ ...around, points, control });
    const fired = Object.entries(found.fired).map(([fault, count]) => `${count} ${fault}`);
    const sum = Object.values(found.fired).reduce((all, one) => all + one, 0);
    const told = `${found.toldNotSaved} told as not saved, ${found.thereAllTheSame} of them there (disk failing for ever)`;
    const notes = `${fired.join(', ')}; ${found.acked} acknowledged, ${told}; ${found.refusedAtStart} starts refused`;
    return { tally: found.tally, acked: found.acked, tries: sum, of: 'points', notes };
  });

export const cutting = (around: Around, cuts: number, control: Control): Promise<Line> =>
  measured(called('power cut', control), control !== 'none', async () => {
    const { tally, badCuts, steps, acked } = await powerCuts({ ...around, cuts, control });
    const notes = `${percent(badCuts, cuts)} of cuts broke something; ${steps} steps, ${acked} answers recorded`;
    return { tally, acked, tries: cuts, of: 'cuts', notes };
  });
