import type { Channel } from '../../src/contract/index.ts';
import type { KnownIds } from './from-schema.ts';

/** Calls that ended in a bug once. Whatever is found anew joins them. */
export const foundCalls: readonly { readonly name: Channel; readonly input: (known: KnownIds) => unknown }[] = [
  // The practice service answered 404, and that was taken for a bug.
  { name: 'practice.editAsSomebodyElse', input: () => ({ network: 'public', id: '', name: '', keyvalues: [] }) },
  // The latest time that a date can be is 8.64e15 ms (ECMA-262, Time Range).
  { name: 'library.news', input: ({ uuids }) => ({ connectionId: uuids[0], sinceMs: 8_640_000_000_000_001 }) },
  { name: 'library.arrived', input: ({ uuids }) => ({ connectionId: uuids[0], sinceMs: -1e300 }) },
];
