import {
  SWITCHES_AT_FIRST,
  switchChange,
  switches,
  type Fault,
  type SwitchChange,
  type Switches,
} from './fault-settings.ts';

export type SwitchBoard = ReturnType<typeof switchBoard>;

/** Where the switches stand now. A fault with `times` is used up by the requests that meet it. */
export function switchBoard(initial: SwitchChange) {
  const atFirst = withChange(SWITCHES_AT_FIRST, initial);
  let current = atFirst;
  return {
    get now(): Switches {
      return current;
    },
    /** @throws ZodError when a switch is unknown or its value is out of range; nothing is turned then */
    turn(change: SwitchChange): Switches {
      current = withChange(current, change);
      return current;
    },
    turnBack(): void {
      current = atFirst;
    },
    /** The fault that this request meets, or null. Spends one of its times. */
    takeFault(method: string, pathAndQuery: string): Fault | null {
      const met = current.faults.find((fault) => meets(fault, method, pathAndQuery));
      if (met === undefined) return null;
      current = { ...current, faults: current.faults.flatMap((fault) => (fault === met ? spent(fault) : [fault])) };
      return met;
    },
  };
}

function withChange(current: Switches, change: SwitchChange): Switches {
  return switches.parse({ ...current, ...switchChange.parse(change) });
}

function meets(fault: Fault, method: string, pathAndQuery: string): boolean {
  const isMethod = fault.method === undefined || fault.method.toUpperCase() === method;
  return isMethod && pathAndQuery.includes(fault.pathContains ?? '');
}

function spent(fault: Fault): Fault[] {
  if (fault.times === undefined) return [fault];
  return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
}
