import { firstFileCeiling } from '../../src/domain/connections/file-ceiling.ts';
import { everyPart } from '../../src/domain/connections/copied-parts.ts';
import { type ConflictRule, type Connection, noTraits } from '../../src/domain/connections/connection.ts';
import { connectionId } from '../../src/domain/core/ids.ts';
import type { ListWatch } from './lists.ts';
import type { SimulatedNetwork } from './network.ts';
import type { Random } from './random.ts';
import type { Sabotage } from './sabotage.ts';
import type { SimulatedServer } from './server.ts';
import type { Happened } from './situations/happening.ts';
import type { VirtualTime } from './virtual-time.ts';

export type WorkstationParts = {
  readonly name: string;
  readonly server: SimulatedServer;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly rule: ConflictRule;
  readonly network: () => SimulatedNetwork;
  readonly lists: ListWatch;
  /** The pace of its requests; null for no limit. */
  readonly perMinute: number | null;
  readonly log: (line: () => string) => void;
  readonly happened: Happened;
  /** What a control takes away. */
  readonly sabotage: Sabotage;
};

/** Everything is copied, and nothing is learnt yet. */
export const firstConnection = ({ name, random, rule, sabotage }: WorkstationParts): Connection => ({
  id: connectionId.parse(random.uuid()),
  name,
  kind: 'service',
  baseUrl: 'https://service.example/v3',
  account: 'account',
  tokenKey: null,
  paused: false,
  copiedParts: everyPart,
  conflictRule: rule,
  readBeforeWrite: sabotage.readBeforeWrite ?? true,
  checkEveryMinutes: 2,
  gateway: null,
  fileCeiling: firstFileCeiling,
  readOnly: false,
  requestsPerMinute: null,
  formerAccounts: [],
  learnt: { ...noTraits, ...sabotage.learnt },
  createdAtMs: 0,
});
