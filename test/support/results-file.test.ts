import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { markdownTable } from './markdown-table.ts';
import { withResults, writeResults, type ResultsSection } from './results-file.ts';

const place = { nowMs: Date.UTC(2026, 10, 22, 23, 59), machine: '2 cores, 24 GB, Node v24.0.0, commit abc1234' };
const section = (heading: string, body = 'figures'): ResultsSection => ({
  ...{ heading, body, seconds: 61.4 },
  command: `npm run bench -- --records ${heading}`,
});

test('a first run begins the file and says which command, day, machine and commit the figures are of', () => {
  expect(withResults(null, 'Results', section('1,000'), place)).toBe(`# Results

The program named in each section writes that section (\`--write\`); the next run replaces it.

## 1,000

\`npm run bench -- --records 1,000\`, 2026-11-22, 61 s.
2 cores, 24 GB, Node v24.0.0, commit abc1234.

figures
`);
});

test('a later run replaces its own section where it stands and keeps the others to the letter', () => {
  const two = ['1,000', '10,000'].reduce<string | null>(
    (text, heading) => withResults(text, 'Results', section(heading), place),
    null,
  );
  const again = withResults(two, 'Results', section('1,000', 'other figures'), place);
  expect(again).toBe(two?.replace('figures', 'other figures'));
  expect(withResults(again, 'Results', section('1,000'), place)).toBe(two);
});

test('a section is told from one whose heading begins alike', () => {
  const text = withResults(null, 'Results', section('10,000'), place);
  expect(withResults(text, 'Results', section('10'), place).match(/^## .*$/gm)).toEqual(['## 10,000', '## 10']);
});

test('a run on this machine names its cores, memory, Node version and commit', () => {
  const directory = mkdtempSync(join(tmpdir(), 'pinfold-results-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'RESULTS.md');
  writeResults(path, 'Results', section('1,000'));
  expect(readFileSync(path, 'utf8')).toMatch(/\n\d+ cores \(.+\), \d+ GB, \w+, Node v[\d.]+, (commit \w+|no commit)/);
});

test('a cell of a table is on one line, keeps its bars and carries no padding', () => {
  expect(markdownTable(['', 'wide heading'], [[' a | b ', 'two\nlines']])).toBe(
    '|  | wide heading |\n| --- | --- |\n| a \\| b | two lines |',
  );
});
