import type { WantedChange } from './edits/edit.ts';
import { metadataKey } from './files/field.ts';

const LONGEST_NAME = 60;

/** The sentence a change set goes by: what one gesture on one file does to it. */
export function titleOf(fileName: string, changes: readonly WantedChange[]): string {
  const name = clipped(fileName);
  const [only, ...more] = changes;
  if (only === undefined) return `Change nothing in ${name}`;
  if (more.length > 0) return `Change ${changes.length} fields of ${name}`;
  const key = metadataKey(only.field);
  if (key === null) return `Rename ${name} to ${clipped(only.mine ?? '')}`;
  if (only.mine === null) return `Remove ${clipped(key)} from ${name}`;
  return `${only.base === null ? 'Add' : 'Change'} ${clipped(key)} of ${name}`;
}

const clipped = (text: string): string => {
  const characters = [...text];
  return characters.length <= LONGEST_NAME ? text : `${characters.slice(0, LONGEST_NAME - 1).join('')}…`;
};
