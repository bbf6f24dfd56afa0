import { relative } from 'node:path';
import { markdownTable } from '../support/markdown-table.ts';

/** How one small mistake ended. */
export type TriedMutant = {
  readonly fileName: string;
  readonly line: number;
  readonly mutatorName: string;
  readonly replacement: string;
  /** Whether a test failed, or ran for ever. */
  readonly isNoticed: boolean;
};

/** The 97.5 % point of the normal distribution, for an interval with 95 % confidence. */
const Z = 1.96;
const LONGEST_REPLACEMENT = 80;

/**
 * Where the part that is noticed lies of all mutants, with 95 % confidence, when a random sample shows so many of so many
 * (the score interval: Wilson, JASA 1927).
 */
export function intervalOf(noticed: number, tried: number): { readonly low: number; readonly high: number } {
  const part = noticed / tried;
  const middle = part + Z ** 2 / (2 * tried);
  const half = Z * Math.sqrt((part * (1 - part)) / tried + Z ** 2 / (4 * tried ** 2));
  const scale = 1 + Z ** 2 / tried;
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}

/** The part that is noticed in each room, and in all together. */
export function scoreTable(tried: readonly TriedMutant[], rooms: readonly string[], root: string): string {
  const isIn = (room: string) => (one: TriedMutant) => relative(root, one.fileName).startsWith(`${room}/`);
  const rows = [...rooms.map((room) => scoreRow(room, tried.filter(isIn(room)))), scoreRow('all', tried)];
  return markdownTable(
    ['', 'Mutants', 'Noticed', 'Part', 'At 95 %'],
    rows.filter((row) => row[1] !== '0'),
  );
}

function scoreRow(name: string, tried: readonly TriedMutant[]): readonly string[] {
  const noticed = tried.filter(({ isNoticed }) => isNoticed).length;
  const { low, high } = intervalOf(noticed, Math.max(1, tried.length));
  const shown = (count: number): string => count.toLocaleString('en-GB');
  return [
    ...[name, shown(tried.length), shown(noticed)],
    ...[percent(noticed / Math.max(1, tried.length)), `${percent(low)} to ${percent(high)}`],
  ];
}

/** The mistakes that no test notices, by place. */
export function survivorTable(tried: readonly TriedMutant[], root: string): string {
  const rows = tried
    .filter(({ isNoticed }) => !isNoticed)
    .map(({ fileName, line, ...one }) => ({ ...one, place: `${relative(root, fileName)}:${line}` }))
    .toSorted((a, b) => a.place.localeCompare(b.place, 'en', { numeric: true }))
    .map(({ place, mutatorName, replacement }) => [place, mutatorName, inShort(replacement)]);
  return rows.length === 0 ? 'Every one was noticed.' : markdownTable(['Place', 'Mistake', 'Code instead'], rows);
}

const inShort = (code: string): string => {
  const line = code.replaceAll(/\s+/g, ' ').replaceAll('`', '');
  return `\`${line.length > LONGEST_REPLACEMENT ? `${line.slice(0, LONGEST_REPLACEMENT)}…` : line}\``;
};

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;
