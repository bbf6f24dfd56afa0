import { markdownTable } from '../support/markdown-table.ts';
import { boundOf } from '../support/rule-of-three.ts';
import type { ResultsSection } from '../support/results-file.ts';
import type { DamageFigures } from './damage-check.ts';
import type { Tally } from './verdict.ts';

/** One line of the figures. */
export type Line = {
  readonly name: string;
  /** Null for a control that goes over the tries of another line. */
  readonly tries: number | null;
  /** What is tried, in the plural. */
  readonly of: string;
  readonly tally: Tally;
  readonly notes: string;
  /** A control has to find broken edits, all else nothing at all. */
  readonly isControl: boolean;
  readonly seconds: number;
};

export const isAsItShould = ({ tally, isControl }: Line): boolean =>
  isControl ? tally.broken > 0 : tally.violations === 0;

const HEAD = ['', 'tries', 'lost', 'doubled', 'reordered', 'other', 's', 'verdict', 'at 95 %', 'notes'];

function cells(line: Line): readonly string[] {
  const { lost, doubled, reordered, other } = line.tally;
  const counts = [lost, doubled, reordered, other, Math.round(line.seconds)].map(String);
  const verdict = isAsItShould(line) ? 'as it should' : line.isControl ? 'CONTROL FOUND NOTHING' : 'VIOLATED';
  const tries = line.tries === null ? '' : `${line.tries} ${line.of}`;
  const bound = line.isControl ? '' : boundOf(line.tally.violations, line.tries ?? 0);
  return [line.name, tries, ...counts, verdict, bound, line.notes];
}

/** The lines for a terminal. */
export const figures = (lines: readonly Line[]): string => table([HEAD, ...lines.map(cells)]);

/** How many tries of each kind a run makes, and with which series of accidents. */
export type TortureCounts = {
  readonly seed: number;
  readonly kills: number;
  readonly appKills: number;
  readonly points: number;
  readonly cuts: number;
  readonly jobs: number;
};

/** A whole run as the results file keeps it. */
export function resultsSection(counts: TortureCounts, lines: readonly Line[], seconds: number): ResultsSection {
  const { seed, kills, appKills, points, cuts, jobs } = counts;
  const options = `--seed ${seed} --kills ${kills} --app-kills ${appKills} --points ${points} --cuts ${cuts}`;
  return {
    heading: 'Kills, failing disks, power cuts and damaged files',
    command: `npm run torture -- ${options} --jobs ${jobs} --write`,
    seconds,
    body: `${markdownTable(HEAD, lines.map(cells))}\n\n${verdictSentence(lines)}`,
  };
}

export function verdictSentence(lines: readonly Line[]): string {
  const wrong = lines.filter((line) => !isAsItShould(line)).length;
  return wrong === 0 ? 'No violation.' : `${wrong} VIOLATED.`;
}

/** Every kind of damage with what became of it. */
export function damageTable({ rows }: DamageFigures): string {
  const head = [
    'file',
    'condition',
    'damage',
    'tries',
    'refused',
    'told',
    'harmless',
    'unnoticed',
    'recovered',
    'words',
  ];
  const lines = rows.map(({ file, condition, name, outcomes }) => {
    const count = (became: string): number => outcomes.filter((one) => one.became === became).length;
    const recovered = outcomes.flatMap((one) => (one.recovered === null ? [] : [one.recovered]));
    const range = recovered.length === 0 ? '' : `${Math.min(...recovered)}–${Math.max(...recovered)}`;
    const counts = [count('refused'), count('told'), count('harmless'), count('unnoticed')];
    const words =
      outcomes
        .find((one) => one.words !== '')
        ?.words.replaceAll(/\s+/g, ' ')
        .slice(0, 70) ?? '';
    return [file, condition, name, outcomes.length, ...counts, range, words];
  });
  return table([head, ...lines]);
}

function table(rows: readonly (readonly (string | number)[])[]): string {
  const texts = rows.map((row) => row.map(String));
  const widths = (texts[0] ?? []).map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
  return texts
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
