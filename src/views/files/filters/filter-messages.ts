import { bytes, date } from '../../../components/format.ts';
import { network, type Network } from '../../../domain/core/ids.ts';
import { unreachable } from '../../../domain/core/result.ts';
import type { DayRange } from '../../../domain/core/text.ts';
import {
  askedFamily,
  type FileFilter,
  type MetadataCondition,
  type SizeRange,
} from '../../../domain/files/file-filter.ts';
import { fileMark } from '../../../domain/files/file-marks.ts';
import type { FilterBuilderState } from '../../../state/files/filter-builder.svelte.ts';
import type { FilterField } from '../../../state/files/filter-draft.ts';
import { appMessages } from '../../messages/app-messages.ts';
import { filterMessages } from '../files-messages.ts';

/** The two parts of a filter chip. `about` is our text; `asked` may hold text of the service. */
type FilterMessage = { readonly about: string; readonly asked: string };

/** What a message needs beside the filter: the present decides the year that a date leaves out. */
export type FilterPresent = { readonly nowMs: number; readonly groupName: (group: string) => string };

export function filterMessage(filter: FileFilter, { nowMs, groupName }: FilterPresent): FilterMessage {
  const { field, value } = filterMessages;
  switch (filter.kind) {
    case 'network':
      return { about: field.network, asked: appMessages.network[filter.network] };
    case 'edited':
      return { about: field.state, asked: value.edited };
    case 'state':
      return { about: field.state, asked: appMessages.state[filter.state] };
    case 'mark':
      return { about: field.mark, asked: value.marks[filter.mark] };
    case 'type':
      if (filter.type === '') return { about: field.type, asked: value.none };
      return { about: field.type, asked: askedFamily(filter.type) === null ? filter.type : value.family(filter.type) };
    case 'group':
      return { about: field.group, asked: filter.group === '' ? value.none : shortened(groupName(filter.group)) };
    case 'size':
      return { about: field.size, asked: sizeMessage(filter.size) };
    case 'created':
      return { about: field.created, asked: createdMessage(filter.created, nowMs) };
    case 'metadata':
      return metadataMessage(filter.condition);
    default:
      return unreachable(filter);
  }
}

/** @returns both parts of a filter chip in one line */
export const filterLine = (filter: FileFilter, present: FilterPresent): string => {
  const { about, asked } = filterMessage(filter, present);
  return `${about}: ${asked}`;
};

function metadataMessage(condition: MetadataCondition): FilterMessage {
  const { op } = condition;
  const key = condition.key === '' ? filterMessages.value.noText : shortened(condition.key);
  if (op === 'has' || op === 'lacks') return { about: filterMessages.op[op], asked: key };
  const asked = condition.value === '' ? filterMessages.value.noText : shortened(condition.value);
  return { about: filterMessages.field.metadata, asked: `${key} ${filterMessages.sign[op]} ${asked}` };
}

const LONGEST = 60;

/** A chip shows at most 60 characters: a long value would push the other filters away. */
const shortened = (long: string): string => {
  const characters = [...long.slice(0, 2 * LONGEST)];
  return long.length <= LONGEST ? long : `${characters.slice(0, LONGEST).join('')}…`;
};

function sizeMessage({ fromBytes, toBytes }: SizeRange): string {
  const { atLeast, atMost, between } = filterMessages.value;
  if (fromBytes === null) return atMost(bytes(toBytes ?? 0));
  if (toBytes === null) return atLeast(bytes(fromBytes));
  return fromBytes === toBytes ? bytes(fromBytes) : between(bytes(fromBytes), bytes(toBytes));
}

function createdMessage({ from, to }: DayRange, nowMs: number): string {
  const { since, until, between } = filterMessages.value;
  const dayMessage = (day: string): string => date(new Date(`${day}T12:00`).getTime(), nowMs);
  if (from === null) return until(dayMessage(to ?? ''));
  if (to === null) return since(dayMessage(from));
  return from === to ? dayMessage(from) : between(dayMessage(from), dayMessage(to));
}

type FilterChoice = { readonly value: FileFilter; readonly label: string; readonly count: number | null };
type Chosen = Exclude<FilterField, 'metadata' | 'size' | 'created'>;

/** The choices for a field, most frequent first; type families come before types. */
export function choicesOf(
  field: Chosen,
  { facets, like }: FilterBuilderState,
  present: FilterPresent,
): readonly FilterChoice[] {
  const worded = (value: FileFilter, count: number): FilterChoice => ({
    value,
    label: filterMessage(value, present).asked,
    count,
  });
  switch (field) {
    case 'alike':
      return like.map((value) => ({ value, label: filterLine(value, present), count: null }));
    case 'network':
      return facets.networks
        .filter((one): one is { value: Network; count: number } => network.safeParse(one.value).success)
        .map(({ value, count }) => worded({ kind: 'network', network: value }, count));
    case 'state':
      return facets.states.map(({ value, count }) => worded({ kind: 'state', state: value }, count));
    case 'mark':
      return fileMark.options.map((mark) => ({
        value: { kind: 'mark', mark },
        label: filterMessages.value.marks[mark],
        count: null,
      }));
    case 'group':
      return facets.groups.map(({ value, count }) => worded({ kind: 'group', group: value }, count));
    case 'type':
      return [...facets.families.map(({ value, count }) => ({ value: `${value}/*`, count })), ...facets.types].map(
        ({ value, count }) => worded({ kind: 'type', type: value }, count),
      );
  }
}
