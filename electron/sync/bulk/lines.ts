import type { Failure } from '../../../src/domain/core/failure.ts';
import type { Result } from '../../../src/domain/core/result.ts';
import type { ListedId } from './id-list.ts';
import type { TableLine } from './table-format.ts';

/** The lines of a text that was read elsewhere, a slice at a time. */
export type Lines<Line> = {
  readonly count: number;
  /** In the order of the text. Whoever takes them lets other work in between. */
  readonly slices: () => AsyncIterable<readonly Line[]>;
  /** Forgets what was not taken. */
  readonly close: () => void;
};

/** What a text is to be read as. */
export type TextRequest =
  | { readonly as: 'table'; readonly format: 'csv' | 'json'; readonly text: string }
  | { readonly as: 'ids'; readonly text: string };

type Read<Line> = Promise<Result<Lines<Line>, Failure>>;

/**
 * Reads pasted and dropped texts, where a long one holds nobody up. Fails with `unfitText` for a text that is nothing of the
 * kind, with `notFound` when the signal is aborted before it is read.
 */
export type TextReader = {
  readonly table: (text: Omit<Extract<TextRequest, { as: 'table' }>, 'as'>, signal: AbortSignal) => Read<TableLine>;
  readonly ids: (text: string, signal: AbortSignal) => Read<ListedId>;
};
