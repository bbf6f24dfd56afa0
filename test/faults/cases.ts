/** A fault, and the test that shows what becomes of it. */
export type FaultCase = {
  readonly id: string;
  readonly fault: string;
  /** Null where no test stands: the reason says why. */
  readonly test: { readonly file: string; readonly name: string } | null;
  /** Begins with `cannot occur: ` or with `open: `; null where a test stands. */
  readonly reason: string | null;
};

/** One test of a report. The title is the one of the run, with the values of its table. */
export type RanTest = { readonly file: string; readonly title: string; readonly hasPassed: boolean };

export type Verdict = 'passed' | 'failed' | 'not run' | 'cannot occur' | 'open';

const LINE = /^\| ([A-Z]\d+) \| (.+?) \| (\S+) \| (.+) \|$/gm;

/** The cases of the table, in its order. */
export const casesIn = (table: string): readonly FaultCase[] =>
  [...table.matchAll(LINE)].map(([, id = '', fault = '', file = '', last = '']) => ({
    ...{ id, fault },
    ...(file === '-' ? { test: null, reason: last } : { test: { file, name: last }, reason: null }),
  }));

/** The beginning of a title that a name of the table gives, whatever values stand in it. */
export function titlePattern(name: string): RegExp {
  const literal = name.split(/%[sdijo]|\$\{[^}]*\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${literal.join('[^]*')}`);
}

/** What the tests of a run say of a case. A test that stands for several values has passed when all of them have. */
export function verdictOf({ test, reason }: FaultCase, ran: readonly RanTest[]): Verdict {
  if (test === null) return reason?.startsWith('cannot occur: ') ? 'cannot occur' : 'open';
  const pattern = titlePattern(test.name);
  const found = ran.filter(({ file, title }) => file === test.file && pattern.test(title));
  if (found.length === 0) return 'not run';
  return found.every(({ hasPassed }) => hasPassed) ? 'passed' : 'failed';
}

/** The table with verdicts, as Markdown, and the sum of each verdict. */
export function faultReport(cases: readonly FaultCase[], ran: readonly RanTest[]): string {
  const told = cases.map((one) => ({ ...one, verdict: verdictOf(one, ran) }));
  const lines = told.map(
    ({ id, fault, test, reason, verdict }) => `| ${id} | ${fault} | ${test?.name ?? reason} | ${verdict} |`,
  );
  const sums = [...Map.groupBy(told, ({ verdict }) => verdict)].map(([verdict, all]) => `${all.length} ${verdict}`);
  return [
    '| id | fault | what was seen, or why not | verdict |',
    '|---|---|---|---|',
    ...lines,
    '',
    sums.join(', '),
  ].join('\n');
}
