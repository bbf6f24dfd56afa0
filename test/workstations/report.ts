import { markdownTable } from '../support/markdown-table.ts';
import type { ResultsSection } from '../support/results-file.ts';
import { type Checked, type Fault, faultKinds } from './checker/check-history.ts';

/** One line of the figures: campaigns of the app, or of a client that is wrong on purpose and has to be found. */
export type Line = {
  readonly name: string;
  readonly campaigns: number;
  readonly checked: readonly Checked[];
  /** What a control has to show; null for the app, which shows nothing. */
  readonly expected: Fault['kind'] | null;
  readonly seconds: number;
};

export type Options = {
  readonly seed: number;
  readonly campaigns: number;
  readonly workstations: number;
  readonly actions: number;
};

const HEAD = ['', 'Campaigns', 'Edits', 'Writes', 'Decisions', 'Kills', ...faultKinds, 'raced', 's', 'verdict'];

const sum = (line: Line, count: (one: Checked) => number): number =>
  line.checked.reduce((all, one) => all + count(one), 0);
const faultsOf = (line: Line): readonly Fault[] => line.checked.flatMap(({ faults }) => faults);

export const isAsItShould = (line: Line): boolean =>
  line.expected === null
    ? faultsOf(line).length === 0 && sum(line, ({ edits }) => edits) > 0
    : faultsOf(line).some(({ kind }) => kind === line.expected);

function cells(line: Line): readonly string[] {
  const counts = [
    line.campaigns,
    ...[sum(line, ({ edits }) => edits), sum(line, ({ writes }) => writes)],
    ...[sum(line, ({ decisions }) => decisions), sum(line, ({ kills }) => kills)],
    ...faultKinds.map((kind) => faultsOf(line).filter((fault) => fault.kind === kind).length),
    ...[sum(line, ({ raced }) => raced), Math.round(line.seconds)],
  ];
  const verdict = isAsItShould(line) ? 'as it should' : line.expected === null ? 'VIOLATED' : 'CONTROL FOUND NOTHING';
  return [line.name, ...counts.map((count) => count.toLocaleString('en-GB')), verdict];
}

/** The lines as a table, with what they prove when nothing was found. */
export function figures(lines: readonly Line[]): string {
  const own = lines.find(({ expected }) => expected === null);
  const edits = own === undefined ? 0 : sum(own, (one) => one.edits);
  const isClean = own !== undefined && edits > 0 && isAsItShould(own);
  return [markdownTable(HEAD, lines.map(cells)), ...(isClean ? [boundSentence(edits)] : []), RACED].join('\n\n');
}

/** With no fault in n, the true part is below 3/n at 95 % (the rule of three). */
const boundSentence = (edits: number): string =>
  `No fault in ${edits.toLocaleString('en-GB')} edits: at 95 %, fewer than ${(300 / edits).toPrecision(2)} % of edits like these go wrong (3/n).`;

const RACED =
  '`raced` counts values that somebody wrote between the read and the update of another workstation: a service without versions leaves that window open to every client.';

export function resultsSection(
  { seed, campaigns, workstations, actions }: Options,
  lines: readonly Line[],
): ResultsSection {
  const options = `--seed ${seed} --campaigns ${campaigns} --workstations ${workstations} --actions ${actions}`;
  return {
    heading: 'Several workstations against one service',
    command: `npm run workstations -- ${options} --write`,
    seconds: lines.reduce((all, { seconds }) => all + seconds, 0),
    body: figures(lines),
  };
}
