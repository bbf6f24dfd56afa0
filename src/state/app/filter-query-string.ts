import { formatOrder, formatRange, orderIn, rangeEnds } from './query-string-parts.ts';
import {
  fileFilters,
  metadataCondition,
  noFilters,
  type FileFilters,
  type MetadataCondition,
} from '../../domain/files/file-filter.ts';
import { fileQuery, usualSort, type FileQuery } from '../../domain/files/queries.ts';

/** What a list of files is asked. `sort` is null where nobody named an order: the usual one, or in a link the present one. */
export type FilesQuestion = FileFilters & {
  readonly search: string;
  readonly sort: FileQuery['sort'] | null;
};

/** Search, order and filters of a list as they stand in its address. */
export const formatQuestion = (asked: FilesQuestion): readonly (readonly [string, string | null])[] => [
  ['search', asked.search === '' ? null : asked.search],
  ['sort', asked.sort === null ? null : formatSort(asked.sort)],
  ...formatFilters(asked),
];

const formatSort = (sort: FileQuery['sort']): string | null =>
  sort.column === usualSort.column && sort.descending === usualSort.descending ? null : formatOrder(sort);

/** Reads search, order and filters one by one. What is unreadable falls away, and the others stay. */
export const parseQuestion = (query: URLSearchParams): FilesQuestion => ({
  ...parseFilters(query),
  search: fileQuery.shape.search.safeParse(query.get('search')).data ?? '',
  sort: fileQuery.shape.sort.safeParse(orderIn(query.get('sort') ?? '')).data ?? null,
});

const formatFilters = (filters: FileFilters): readonly (readonly [string, string | null])[] => [
  ['network', filters.network],
  ['group', filters.group],
  ['type', filters.type],
  ['edited', filters.edited ? 'yes' : null],
  ['state', filters.state],
  ['mark', filters.mark],
  ['size', filters.size === null ? null : formatRange(filters.size.fromBytes, filters.size.toBytes)],
  ['created', filters.created === null ? null : formatRange(filters.created.from, filters.created.to)],
  ...filters.metadata.map((condition) => ['metadata', formatCondition(condition)] as const),
];

/** JSON, because a key may hold any character. */
const formatCondition = (condition: MetadataCondition): string =>
  JSON.stringify([condition.op, condition.key, ...('value' in condition ? [condition.value] : [])]);

function parseFilters(query: URLSearchParams): FileFilters {
  const size = rangeEnds(query.get('size'));
  const asked = {
    network: query.get('network'),
    group: query.get('group'),
    type: query.get('type'),
    edited: query.has('edited'),
    state: query.get('state'),
    mark: query.get('mark'),
    size: { fromBytes: numberOf(size.from), toBytes: numberOf(size.to) },
    created: rangeEnds(query.get('created')),
    metadata: query.getAll('metadata').flatMap(parseCondition),
  };
  const read = Object.entries(fileFilters.shape).map(([name, schema]) => {
    const parsed = schema.safeParse(Reflect.get(asked, name));
    const without: unknown = Reflect.get(noFilters, name);
    return [name, parsed.success ? parsed.data : without];
  });
  return fileFilters.parse(Object.fromEntries(read));
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

function parseCondition(text: string): readonly MetadataCondition[] {
  const [op, key, value] = listIn(text);
  const parsed = metadataCondition.safeParse({ op, key, value });
  return parsed.success ? [parsed.data] : [];
}

function listIn(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch (error) {
    // A person may type anything into the address; text that is no JSON is no condition.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
