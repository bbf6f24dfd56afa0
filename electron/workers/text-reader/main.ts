import type { Failure } from '../../../src/domain/core/failure.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { type ListedId, parseIdList } from '../../sync/bulk/id-list.ts';
import type { TextRequest } from '../../sync/bulk/lines.ts';
import { fromCsv, fromJson, type TableLine } from '../../sync/bulk/table-format.ts';
import { UnfitTextError } from '../../sync/bulk/unfit-text.ts';
import { answerRequests } from '../answer-requests.ts';

/** First a text; then `next`, until a slice is empty. */
export type TextReaderRequest = TextRequest | 'next';
export type TextReaderReply<Line> = Result<
  { readonly count: number } | { readonly lines: readonly Line[] },
  Extract<Failure, { kind: 'unfitText' }>
>;

/** Lines of a slice, and the characters of long lines: some milliseconds of work for the thread that takes it. */
const LINES_AT_ONCE = 200;
const CHARACTERS_AT_ONCE = 1_000_000;

/** The composition root of the thread that reads one pasted or dropped text: a hostile one takes it minutes. */
let lines: readonly (TableLine | ListedId)[] | null = null;
let taken = 0;

function read(request: TextRequest): TextReaderReply<never> {
  try {
    lines = linesOf(request);
    return ok({ count: lines.length });
  } catch (error) {
    if (!(error instanceof UnfitTextError)) throw error;
    return fail({ kind: 'unfitText', why: error.why });
  }
}

function linesOf(request: TextRequest): readonly (TableLine | ListedId)[] {
  if (request.as === 'ids') return parseIdList(request.text);
  return request.format === 'csv' ? fromCsv(request.text) : fromJson(request.text);
}

/** @throws Error without a text: the thread that read it has ended, and its lines are not at their end */
function next(): readonly (TableLine | ListedId)[] {
  if (lines === null) throw new Error('There is no text to go on with');
  const from = taken;
  for (let characters = 0; taken < lines.length; taken += 1) {
    const line = lines[taken];
    characters += line === undefined ? 0 : charactersOf(line);
    if (taken > from && (taken - from >= LINES_AT_ONCE || characters > CHARACTERS_AT_ONCE)) break;
  }
  return lines.slice(from, taken);
}

function charactersOf(line: TableLine | ListedId): number {
  if (!('values' in line)) return line.text.length;
  let characters = line.text.length;
  for (const [field, value] of line.values) characters += field.length + (value?.length ?? 0);
  return characters;
}

answerRequests<TextReaderRequest, TextReaderReply<TableLine | ListedId>>((request) =>
  request === 'next' ? ok({ lines: next() }) : read(request),
);
