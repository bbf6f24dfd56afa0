import type { FileDetail } from '../../contract/files.ts';
import {
  type FileFilter,
  fileFilters,
  type MetadataCondition,
  noFilters,
  sizeRange,
  typeFamily,
  withFilter,
} from '../../domain/files/file-filter.ts';
import type { Language } from '../../domain/core/language.ts';
import { dayRange, sizeOf } from '../../domain/core/text.ts';
import type { FileRow } from '../../domain/files/file.ts';

export const filterFields = [
  'metadata',
  'type',
  'group',
  'network',
  'state',
  'mark',
  'size',
  'created',
  'alike',
] as const;
/** The subject of a filter; `alike` offers the filters that the chosen file passes. */
export type FilterField = (typeof filterFields)[number];

/** A filter as the person types it. */
export type FilterDraft = {
  readonly field: FilterField;
  readonly key: string | null;
  readonly op: MetadataCondition['op'];
  readonly value: string;
  readonly from: string;
  readonly to: string;
};

export const emptyDraft: FilterDraft = { field: 'metadata', key: null, op: 'is', value: '', from: '', to: '' };

/** The problem that keeps a draft from being a filter. */
export type FilterProblem = 'noKey' | 'noEnd' | 'notASize' | 'wrongWay';

/** The filter of a draft, for the fields that a person types rather than chooses. */
export function typedFilter(draft: FilterDraft, language: Language): FileFilter | FilterProblem {
  if (draft.field === 'size') return typedSize(draft, language);
  if (draft.field === 'created') return typedCreated(draft);
  const { key, op, value } = draft;
  if (key === null) return 'noKey';
  return { kind: 'metadata', condition: op === 'has' || op === 'lacks' ? { op, key } : { op, key, value } };
}

function typedSize({ from, to }: FilterDraft, language: Language): FileFilter | FilterProblem {
  const ends = [from, to].map((text) => (text.trim() === '' ? null : sizeOf(text, language)));
  const [fromBytes = null, toBytes = null] = ends;
  if ([from, to].some((text, place) => text.trim() !== '' && ends[place] === null)) return 'notASize';
  if (fromBytes === null && toBytes === null) return 'noEnd';
  const size = sizeRange.safeParse({ fromBytes, toBytes });
  return size.success ? { kind: 'size', size: size.data } : 'wrongWay';
}

function typedCreated({ from, to }: FilterDraft): FileFilter | FilterProblem {
  if (from === '' && to === '') return 'noEnd';
  const created = dayRange.safeParse({ from: from === '' ? null : from, to: to === '' ? null : to });
  return created.success ? { kind: 'created', created: created.data } : 'wrongWay';
}

/** Whether a list can be asked for a filter: a service may give a file texts that are longer than any question. */
export const isAskable = (filter: FileFilter): boolean => fileFilters.safeParse(withFilter(noFilters, filter)).success;

/** All filters that a file passes, by its columns and its metadata. */
export function filtersLike(row: FileRow, detail: FileDetail | null): readonly FileFilter[] {
  const { mimeType, groupId, network, state, isStarred, hasNote, sizeBytes, createdAt } = row;
  const family = mimeType === null ? null : typeFamily(mimeType);
  const day = createdAt === null ? null : dayOf(createdAt);
  const like: (FileFilter | null)[] = [
    mimeType === null ? null : { kind: 'type', type: mimeType },
    family === null ? null : { kind: 'type', type: `${family}/*` },
    groupId === null ? null : { kind: 'group', group: groupId },
    { kind: 'network', network },
    { kind: 'state', state },
    isStarred ? { kind: 'mark', mark: 'star' } : null,
    hasNote ? { kind: 'mark', mark: 'note' } : null,
    ...(detail?.shown.keyvalues ?? []).map(([key, value]): FileFilter => ({
      kind: 'metadata',
      condition: { op: 'is', key, value },
    })),
    day === null ? null : { kind: 'created', created: { from: day, to: day } },
    sizeBytes === null ? null : { kind: 'size', size: { fromBytes: sizeBytes, toBytes: sizeBytes } },
  ];
  return like.filter((one) => one !== null).filter(isAskable);
}

/** The day on this computer's calendar; null for an unreadable time. */
function dayOf(createdAt: string): string | null {
  const at = new Date(createdAt);
  if (Number.isNaN(at.getTime())) return null;
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
