import { expect, test } from 'vitest';
import type { FileFilter } from '../../src/domain/files/file-filter.ts';
import { filterLine } from '../../src/views/files/filters/filter-messages.ts';

const nowMs = new Date(2026, 10, 22).getTime();
const metadata = (condition: Extract<FileFilter, { kind: 'metadata' }>['condition']): FileFilter => ({
  kind: 'metadata',
  condition,
});

test.each<readonly [FileFilter, string]>([
  [{ kind: 'network', network: 'private' }, 'Network: private'],
  [{ kind: 'edited' }, 'State: edited here'],
  [{ kind: 'state', state: 'needsYou' }, 'State: needs you'],
  [{ kind: 'type', type: 'image/png' }, 'Type: image/png'],
  [{ kind: 'type', type: 'image/*' }, 'Type: any image/*'],
  [{ kind: 'group', group: 'g'.repeat(70) }, `Group: ${'g'.repeat(60)}…`],
  [{ kind: 'size', size: { fromBytes: 2_000_000, toBytes: null } }, 'Size: at least 2\u00a0MB'],
  [{ kind: 'size', size: { fromBytes: null, toBytes: 500 } }, 'Size: at most 500\u00a0B'],
  [{ kind: 'size', size: { fromBytes: 1_000, toBytes: 2_000 } }, 'Size: 1\u00a0kB to 2\u00a0kB'],
  [{ kind: 'size', size: { fromBytes: 0, toBytes: 0 } }, 'Size: 0\u00a0B'],
  [{ kind: 'created', created: { from: '2026-01-02', to: null } }, 'Added: since 2 Jan'],
  [{ kind: 'created', created: { from: null, to: '2025-01-02' } }, 'Added: until 2 Jan 2025'],
  [{ kind: 'created', created: { from: '2026-01-02', to: '2026-02-03' } }, 'Added: 2 Jan to 3 Feb'],
  [{ kind: 'created', created: { from: '2026-01-02', to: '2026-01-02' } }, 'Added: 2 Jan'],
  [metadata({ op: 'is', key: 'rarity', value: 'epic' }), 'Metadata: rarity = epic'],
  [
    metadata({ op: 'contains', key: '__proto__', value: '😀'.repeat(40_000) }),
    `Metadata: __proto__ contains ${'😀'.repeat(60)}…`,
  ],
  [metadata({ op: 'is', key: '', value: '' }), 'Metadata: (empty) = (empty)'],
  [metadata({ op: 'has', key: 'rarity' }), 'Has key: rarity'],
  [metadata({ op: 'lacks', key: '' }), 'Lacks key: (empty)'],
])('a filter is worded in a line: %#', (filter, words) => {
  expect(filterLine(filter, { nowMs, groupName: (group) => group })).toBe(words);
});
