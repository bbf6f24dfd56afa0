import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { fileId, network, type FileId, type Network } from '../../src/domain/ids.ts';

/** One line of an import list; `id` is null when the line holds nothing that could be an id. */
export type ListedId = {
  readonly line: number;
  readonly text: string;
  readonly network: Network | null;
  readonly id: FileId | null;
};

const entry = z.union([z.string(), z.object({ id: z.string(), network: network.optional().catch(undefined) })]);
const jsonList = z.union([z.array(entry), z.object({ files: z.array(entry) }).transform(({ files }) => files)]);

/** Reads ids from what a person pastes or drops: one per line, CSV with an `id` column, or JSON. */
export function parseIdList(text: string): readonly ListedId[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (/^[[{]/.test(trimmed)) {
    const fromJson = parseJson(trimmed);
    if (fromJson !== null) return fromJson;
  }
  const rows = z
    .array(z.array(z.string()))
    .parse(parse(trimmed, { relax_column_count: true, relax_quotes: true, skip_empty_lines: true, trim: true }));
  const header = rows[0]?.map((cell) => cell.toLowerCase()) ?? [];
  const idColumn = header.indexOf('id');
  const networkColumn = header.indexOf('network');
  const body = idColumn < 0 ? rows : rows.slice(1);
  const firstLine = idColumn < 0 ? 1 : 2;
  return body.map((cells, index) =>
    listed(index + firstLine, cells[Math.max(0, idColumn)] ?? '', networkColumn < 0 ? null : cells[networkColumn]),
  );
}

function parseJson(text: string): readonly ListedId[] | null {
  const parsed = jsonList.safeParse(tryJson(text));
  if (!parsed.success) return null;
  return parsed.data.map((one, index) =>
    typeof one === 'string' ? listed(index + 1, one, null) : listed(index + 1, one.id, one.network),
  );
}

/** @returns undefined for text that is not JSON, which no list matches */
function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function listed(line: number, text: string, on: string | null | undefined): ListedId {
  const bare = text.trim().replace(/^["']|["',;]+$/g, '');
  const id = fileId.safeParse(bare);
  const where = network.safeParse(on?.toLowerCase());
  return { line, text: bare, network: where.success ? where.data : null, id: id.success ? id.data : null };
}
