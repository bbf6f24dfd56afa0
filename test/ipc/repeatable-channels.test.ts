import { expect, test } from 'vitest';
import { isRepeatable } from '../../electron/ipc/repeatable-channels.ts';
import { type Channel, channels } from '../../src/contract/index.ts';

/** The verbs of channels that only tell what there is. */
const reads = /\.(list|get|counts|state|copies|arrived|remedyChoices|report|export)$/;

test('what only tells something is asked again after the end of a thread', () => {
  const asked = Object.keys(channels).filter((name) => reads.test(name));
  expect(asked.filter((name) => !isRepeatable(name))).toEqual([]);
});

test.each<Channel>(['drafts.keep', 'fileNotes.put', 'groupNames.put', 'changes.note'])(
  'what %s puts in a place is put there again',
  (name) => expect(isRepeatable(name)).toBe(true),
);

test.each<Channel>(['files.edit', 'bulk.apply', 'undo.undo', 'stars.toggle', 'savedViews.add', 'export.start'])(
  'what %s did once is not done twice',
  (name) => expect(isRepeatable(name)).toBe(false),
);

test.each(['recovery.restore', 'constructor', '__proto__', 'no.channel'])(
  'no thread is asked again for %s, which is no channel of a thread',
  (name) => expect(isRepeatable(name)).toBe(false),
);
