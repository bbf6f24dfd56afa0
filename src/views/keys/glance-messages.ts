import { count, plural } from '../../components/format.ts';
import type { KeyCondition } from '../../domain/keys/api-key.ts';

export const glanceMessages = {
  label: 'Keys at a glance',
  mark: (keys: number) => (keys === 1 ? 'One mark is one key.' : `One mark is ${count(keys)} keys.`),
  conditions: { active: 'active', limited: 'limited', exhausted: 'used up', revoked: 'revoked' } satisfies Record<
    KeyCondition,
    string
  >,
  runOut: (keys: number) => (keys === 1 ? 'runs out within 30 days' : 'run out within 30 days'),
  mighty: (_keys: number) => 'may do everything',
  mightyIdle: (keys: number, days: number) => `${count(keys)} of them unused for ${count(days)} days`,
  idle: (days: number) => `unused for ${count(days)} days`,
  change: (_keys: number) => 'may change files',
  audit: 'Who may do what',
  sortedByLook: 'sorted by what needs a look',
  sortByLook: 'Sort by what needs a look',
} as const;

export const endMessages = {
  column: 'Runs out',
  line: '90 days',
  lastUse: 'Use seen',
  noUse: 'not yet',
  about: (day: string) => `about ${day}`,
  margin: (days: number) => `, ± ${plural(days, 'day', 'days')}`,
  usedUp: (day: string | null) => (day === null ? 'used up' : `used up ${day}`),
  quiet: (days: number) => `unused for ${plural(days, 'day', 'days')}`,
  anyTime: 'any time now',
  farAway: 'not within a year',
  unknown: 'not known yet',
} as const;
