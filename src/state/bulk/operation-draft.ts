import type { BulkOperation } from '../../domain/edits/bulk.ts';
import { textProblem, valueProblem, type TextProblem } from '../../domain/core/text.ts';

export type OperationKind = BulkOperation['kind'];

/** One step as a person types it. The draft keeps the input of all kinds, so that trying another kind loses nothing. */
export type OperationDraft = {
  readonly id: number;
  kind: OperationKind;
  key: string;
  value: string;
  to: string;
  find: string;
  replacement: string;
  matchCase: boolean;
  prefix: string;
  suffix: string;
  stem: string;
  first: string;
  digits: string;
};

export const newDraft = (id: number, kind: OperationKind): OperationDraft => ({
  id,
  kind,
  key: '',
  value: '',
  to: '',
  find: '',
  replacement: '',
  matchCase: true,
  prefix: '',
  suffix: '',
  stem: '',
  first: '1',
  digits: '3',
});

type TypedPart = Exclude<keyof OperationDraft, 'id' | 'kind' | 'matchCase'>;
export type OperationProblem = TextProblem | 'same' | 'nothing' | 'notNumber';
export type OperationProblems = { readonly [Part in TypedPart]?: OperationProblem };

const MOST_DIGITS = 12;
const LARGEST_FIRST = 1_000_000_000;

/** The problems of a step, by the input they are about; empty when it has none. */
export function problemsOf(draft: OperationDraft): OperationProblems {
  switch (draft.kind) {
    case 'setKey':
      return problems({ key: textProblem(draft.key), value: valueProblem(draft.value) });
    case 'removeKey':
      return problems({ key: textProblem(draft.key) });
    case 'renameKey': {
      const isSame = draft.key !== '' && draft.key === draft.to;
      return problems({ key: textProblem(draft.key), to: isSame ? 'same' : textProblem(draft.to) });
    }
    case 'replaceInName':
      return problems({ find: textProblem(draft.find), replacement: valueProblem(draft.replacement) });
    case 'addToName': {
      const isNothing = draft.prefix === '' && draft.suffix === '';
      return problems({
        prefix: isNothing ? 'nothing' : valueProblem(draft.prefix),
        suffix: valueProblem(draft.suffix),
      });
    }
    case 'numberNames':
      return problems({
        stem: valueProblem(draft.stem),
        first: isWhole(draft.first, 0, LARGEST_FIRST) ? null : 'notNumber',
        digits: isWhole(draft.digits, 1, MOST_DIGITS) ? null : 'notNumber',
      });
  }
}

const problems = (found: { readonly [Part in TypedPart]?: OperationProblem | null }): OperationProblems =>
  Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null));

const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d{1,10}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

export const isFit = (draft: OperationDraft): boolean => Object.keys(problemsOf(draft)).length === 0;

/** The operation of a draft without problems. */
export function operationOf(draft: OperationDraft): BulkOperation {
  const { kind, key, value, to, find, replacement, matchCase, prefix, suffix, stem } = draft;
  switch (kind) {
    case 'setKey':
      return { kind, key, value };
    case 'removeKey':
      return { kind, key };
    case 'renameKey':
      return { kind, from: key, to };
    case 'replaceInName':
      return { kind, find, replacement, matchCase };
    case 'addToName':
      return { kind, prefix, suffix };
    case 'numberNames':
      return { kind, stem, first: Number(draft.first), digits: Number(draft.digits) };
  }
}
