import type { FileFilter } from '../../../domain/files/file-filter.ts';
import type { Network } from '../../../domain/core/ids.ts';
import type { FilterBuilderState } from '../../../state/files/filter-builder.svelte.ts';
import type { FilterField } from '../../../state/files/filter-draft.ts';
import { network } from '../../../domain/core/ids.ts';
import { filterLine, filterMessage } from './filter-messages.ts';

export type FilterChoice = { readonly value: FileFilter; readonly label: string; readonly count: number | null };
type Chosen = Exclude<FilterField, 'metadata' | 'size' | 'created'>;

/** What can be chosen for a field, most frequent first; families of types before the types. */
export function choicesOf(field: Chosen, { facets, like }: FilterBuilderState, nowMs: number): readonly FilterChoice[] {
  const worded = (value: FileFilter, count: number): FilterChoice => ({
    value,
    label: filterMessage(value, nowMs).asked,
    count,
  });
  switch (field) {
    case 'alike':
      return like.map((value) => ({ value, label: filterLine(value, nowMs), count: null }));
    case 'network':
      return facets.networks
        .filter((one): one is { value: Network; count: number } => network.safeParse(one.value).success)
        .map(({ value, count }) => worded({ kind: 'network', network: value }, count));
    case 'state':
      return facets.states.map(({ value, count }) => worded({ kind: 'state', state: value }, count));
    case 'group':
      return facets.groups.map(({ value, count }) => worded({ kind: 'group', group: value }, count));
    case 'type':
      return [...facets.families.map(({ value, count }) => ({ value: `${value}/*`, count })), ...facets.types].map(
        ({ value, count }) => worded({ kind: 'type', type: value }, count),
      );
  }
}
