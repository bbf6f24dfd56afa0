import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { machineLine } from './machine.ts';

/** Figures of one run, under a heading of their own in the results file of their program. */
export type ResultsSection = {
  /** Tells the section from the others of the file; a later run with the same heading replaces it. */
  readonly heading: string;
  /** The npm command that gives these figures again, every option spelled out. */
  readonly command: string;
  readonly seconds: number;
  /** Markdown, no headings. */
  readonly body: string;
};

/** When and where a run took place. */
export type RunPlace = {
  readonly nowMs: number;
  /** Cores, memory, system, Node version and commit in one line. */
  readonly machine: string;
};

/**
 * Puts the figures of a run into the results file beside the program that took them, and leaves its other sections as
 * they are. Without the file, a new one begins.
 */
export function writeResults(path: string, title: string, section: ResultsSection): void {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : null;
  const place = { nowMs: Date.now(), machine: machineLine() };
  writeFileSync(path, withResults(before, title, section, place));
}

/** @param before the file's text; null when there is no file yet */
export function withResults(before: string | null, title: string, section: ResultsSection, place: RunPlace): string {
  const [, ...others] = before === null ? [''] : before.trimEnd().split(/^(?=## )/m);
  const own = sectionText(section, place);
  const at = others.findIndex((other) => other.startsWith(`## ${section.heading}\n`));
  const sections = at === -1 ? [...others, own] : others.with(at, own);
  return [`# ${title}`, WRITTEN_BY_PROGRAMS, ...sections.map((text) => text.trimEnd())].join('\n\n') + '\n';
}

const WRITTEN_BY_PROGRAMS =
  'The program named in each section writes that section (`--write`); the next run replaces it.';

function sectionText({ heading, command, seconds, body }: ResultsSection, { nowMs, machine }: RunPlace): string {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  return `## ${heading}\n\n\`${command}\`, ${day}, ${Math.round(seconds)} s.\n${machine}.\n\n${body.trim()}`;
}
