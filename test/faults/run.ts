import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { writeResults } from '../support/results-file.ts';
import { casesIn, faultReport, type RanTest, verdictOf } from './cases.ts';

const usage = `Usage: npm run faults -- [--last] [--write]

  --last    print what the last npm test has seen, and run nothing
  --write   also put the table into test/faults/RESULTS.md`;

const root = join(import.meta.dirname, '../..');
const reports = { unit: join(root, 'test-results/vitest.json'), pages: join(root, 'test-results/e2e.json') };

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
});
type Suite = {
  readonly suites?: readonly Suite[] | undefined;
  readonly specs?: readonly { title: string; file: string; tests: readonly { status: string }[] }[] | undefined;
};
const suite: z.ZodType<Suite> = z.object({
  suites: z.lazy(() => z.array(suite)).optional(),
  specs: z
    .array(z.object({ title: z.string(), file: z.string(), tests: z.array(z.object({ status: z.string() })) }))
    .optional(),
});

const fileOf = (path: string): string => relative(root, path).replaceAll('\\', '/');

const { values } = parseArgs({
  options: {
    ...{ last: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(`${usage}\n`);
else process.exitCode = print(values.last);

function print(isLast: boolean): number {
  const startedAt = performance.now();
  if (!isLast) runTests();
  const missing = Object.values(reports).filter((path) => !existsSync(path));
  if (missing.length > 0) {
    process.stderr.write(`There is no ${relative(root, missing[0] ?? '')}: run npm test first.\n`);
    return 2;
  }
  const cases = casesIn(readFileSync(join(import.meta.dirname, 'CASES.md'), 'utf8'));
  const ran = [...ranByVitest(), ...ranByPlaywright()];
  const report = faultReport(cases, ran);
  process.stdout.write(`${report}\n`);
  if (values.write) write(report, (performance.now() - startedAt) / 1_000);
  return cases.some((one) => ['failed', 'not run'].includes(verdictOf(one, ran))) ? 1 : 0;
}

function write(body: string, seconds: number): void {
  writeResults(join(import.meta.dirname, 'RESULTS.md'), 'What became of each fault', {
    heading: 'Cases and verdicts',
    ...{ command: `npm run faults -- ${values.last ? '--last ' : ''}--write`, seconds, body },
  });
}

/** The verdicts are in the reports, also when a test fails. */
function runTests(): void {
  const program = join(root, 'electron/launch/test.mjs');
  spawnSync(process.execPath, [program, 'end-to-end', 'unit'], { cwd: root, stdio: 'inherit' });
}

function ranByVitest(): readonly RanTest[] {
  const { testResults } = vitestReport.parse(JSON.parse(readFileSync(reports.unit, 'utf8')));
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => ['passed', 'failed'].includes(status))
      .map(({ title, status }) => ({ file: fileOf(name), title, hasPassed: status === 'passed' })),
  );
}

function ranByPlaywright(): readonly RanTest[] {
  const specsOf = ({ suites = [], specs = [] }: Suite): readonly RanTest[] => [
    ...suites.flatMap(specsOf),
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'))
      .map(({ title, file, tests }) => ({
        ...{ file: `test/e2e/${file.split('/').at(-1) ?? file}`, title },
        hasPassed: tests.every(({ status }) => ['expected', 'skipped'].includes(status)),
      })),
  ];
  return specsOf(suite.parse(JSON.parse(readFileSync(reports.pages, 'utf8'))));
}
