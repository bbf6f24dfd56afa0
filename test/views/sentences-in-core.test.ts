import { expect, test } from 'vitest';
import { sources } from '../support/imports.ts';

/** Rooms whose answers cross to the page, which may speak another language than English. */
const core = /^(?:src\/(?:domain|contract|state)|electron\/(?:database|ipc|remote|sync|workers))\//;
/** Words in both languages, for notifications. */
const inBothLanguages = /-words\.ts$/;
/** A text in quotes of three words or more, with a capital or a value first and a full stop last. */
const sentence = /(['`])(?:[A-Z]|\$\{)(?:(?!\1).)*? (?:(?!\1).)*? (?:(?!\1).)*\.\1/;
const isOurs = (line: string): boolean => !/^\s*(?:\/\/|\/?\*)/.test(line) && !line.includes('Error(');

const sentencesIn = (text: string): readonly string[] =>
  text.split('\n').filter((line) => isOurs(line) && sentence.test(line));

/** Sentences that profiles hold, warnings of the data folder, and a request that only a bug makes. */
const known: Readonly<Record<string, number>> = {
  'electron/database/mirror/open-mirror.ts': 1,
  'electron/database/outbox/attempts-table.ts': 1,
  'electron/database/outbox/integrity-check.ts': 5,
  'electron/database/outbox/row-checksums.ts': 1,
  'electron/database/profile/profile-warnings.ts': 5,
  'electron/sync/push/on-failed.ts': 1,
  'electron/workers/phased-core.ts': 1,
};

test('the core answers with facts: a sentence in it is English to every reader', () => {
  const saying = sources
    .filter(({ path }) => core.test(path) && !inBothLanguages.test(path))
    .map(({ path, text }) => [path, sentencesIn(text).length] as const)
    .filter(([, sentences]) => sentences > 0);
  expect(Object.fromEntries(saying)).toEqual(known);
});

test('a sentence is seen, and a comment, an error and a name are not', () => {
  const lines = [
    "  return 'This is not a file id.';",
    '  `${directory} was moved or deleted.`',
    "  // The text 'This is not a file id.' is English.",
    "  throw new Error('This is not a file id.');",
    "  host: 'api.example.org', name: 'Ctrl Shift P',",
  ];
  expect(sentencesIn(lines.join('\n'))).toEqual(lines.slice(0, 2));
});
