import type { Row } from './bench.ts';
import { p1 } from './p1-first-copy.ts';
import { p14 } from './p14-first-hour.ts';
import { p15 } from './p15-busy-machine.ts';
import { p16 } from './p16-idle.ts';
import { p2 } from './p2-full-check.ts';
import { p3 } from './p3-search.ts';
import { p4 } from './p4-windows.ts';
import { p5 } from './p5-filter-and-sort.ts';
import { p6 } from './p6-one-edit.ts';
import { p7 } from './p7-bulk-edit.ts';
import { p8 } from './p8-replay.ts';
import { p9 } from './p9-start.ts';
import { p10 } from './p10-main-thread.ts';
import { p11 } from './p11-frames.ts';
import { p12 } from './p12-growth.ts';
import { p13 } from './p13-simulation.ts';

/** In this order, because later rows look at what earlier ones have found. */
export const rows: readonly Row[] = [p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16];
