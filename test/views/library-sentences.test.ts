import { expect, test } from 'vitest';
import { type Amount, emptyLibrary } from '../../src/domain/library/contents.ts';
import { librarySentenceMessages as german } from '../../src/views/library/library-sentence-messages.de.ts';
import {
  groupsSentence,
  keysSentence,
  monthsSentence,
  typesSentence,
} from '../../src/views/library/library-sentences.ts';

const amount = (files: number, sizeBytes: number) => ({ files, sizeBytes });
const march = { month: '2026-03', ...amount(2, 3_000) };

test('all that is here came this month only where no file has another date, or none', () => {
  const sentenceOf = (all: Amount) => monthsSentence([march], '2026-03', { all });
  expect(sentenceOf(amount(2, 3_000))).toEqual(['All that is here came this month: 3\u00a0kB.']);
  expect(sentenceOf(amount(9, 9_000))).toEqual(['This month alone of these has files: 3\u00a0kB.']);
});

test('a key on exactly half of the files is on no less than half', () => {
  const keys = { rows: [{ key: 'tier', files: 1 }], otherKeys: 0 };
  expect(keysSentence({ ...emptyLibrary, keys, all: amount(2, 0) })).toEqual([
    'No key is on more than half of the files.',
  ]);
});

test('a part that leaves something over is nearly all of the bytes, however little the rest is', () => {
  const told = (sizeBytes: number) => {
    const types = { ...emptyLibrary.types, rows: [{ type: 'image/*', ...amount(9, sizeBytes) }] };
    const groups = { ...emptyLibrary.groups, rows: [{ group: 'g', filled: null, ...amount(9, sizeBytes) }] };
    const contents = { ...emptyLibrary, all: amount(10, 100_000), types, groups };
    return [typesSentence(contents), groupsSentence(contents, String)].map((sentence) => sentence.map(String).join(''));
  };
  expect(told(99_960)).toEqual([expect.stringContaining('nearly all'), expect.stringContaining('nearly all')]);
  expect(told(100_000).join(' ')).not.toContain('nearly');
});

test('nearly all of the size is a share of it in German, as in words that stand before a genitive', () => {
  const shares = [german.all, german.nearlyAll, german.half].map((share) => german.types.most('Bilder', share));
  expect(shares).toEqual([
    ['Bilder', ': 100\u00a0% der Größe'],
    ['Bilder', ': fast 100\u00a0% der Größe'],
    ['Bilder', ': die Hälfte der Größe'],
  ]);
});
