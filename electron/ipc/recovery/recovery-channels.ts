import type { Channel } from '../../../src/contract/index.ts';

/** The channels that the host answers beside the threads: they say, or change, which threads there are. */
export const phaseChannels = ['recovery.phase', 'recovery.pageShown'] as const satisfies readonly Channel[];

/** The channels that replace the outbox, or leave safe mode. Another start follows each that succeeds. */
export const recoveryActionChannels = [
  'recovery.startFresh',
  'recovery.restore',
  'recovery.putBack',
  'recovery.startNormally',
] as const satisfies readonly Channel[];

/** The channels that no thread answers while the core runs. */
export type RecoveryChannel =
  (typeof phaseChannels)[number] | (typeof recoveryActionChannels)[number] | 'recovery.contents';

export const isRecoveryAction = (name: string): boolean => recoveryActionChannels.some((channel) => channel === name);
