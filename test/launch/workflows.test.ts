import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../.github/workflows');
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const timesIn = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

test('there are workflows to look at', () => {
  expect(workflows.map(({ name }) => name)).toEqual(['ci.yml', 'nightly.yml']);
});

test('each part of npm test is a job of its own, and each long proof runs at night', () => {
  const commands = (workflow: string): (string | undefined)[] => {
    const text = workflows.find(({ name }) => name === workflow)?.text ?? '';
    return [...text.matchAll(/npm (test -- [\w-]+|run \w+)/g)].map(([, command]) => command);
  };
  expect(new Set(commands('ci.yml'))).toEqual(new Set(['test -- static', 'test -- unit', 'test -- end-to-end']));
  expect(commands('nightly.yml')).toEqual(['run simulate', 'run torture', 'run bench']);
});

describe.each(workflows)('$name', ({ text }) => {
  test('runs every action at a commit, and says which version that is', () => {
    const used = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ''))).toEqual([]);
  });

  test('may read the repository and nothing else, and leaves no credentials behind', () => {
    expect(text).toContain('\npermissions:\n  contents: read\n');
    expect(timesIn(text, /permissions:/g)).toBe(1);
    expect(timesIn(text, /persist-credentials: false/g)).toBe(timesIn(text, /actions\/checkout@/g));
  });

  test('ends an older run of the same branch, and every job that hangs', () => {
    expect(text).toContain('cancel-in-progress: true');
    expect(timesIn(text, /timeout-minutes:/g)).toBe(timesIn(text, /runs-on:/g));
  });
});
