import type { RowHeight } from '../../contract/app.ts';
import { labelText } from '../../domain/core/text.ts';
import type { ListColumn } from '../../domain/files/list-columns.ts';
import type { FileColumn } from '../../domain/files/queries.ts';

export const columnsMessages = {
  open: 'Columns',
  title: 'Columns of the list',
  shown: 'Shown, in this order',
  more: 'More columns',
  forward: (name: string) => `Move ${name} forward`,
  back: (name: string) => `Move ${name} back`,
  metadata: 'Metadata key',
  metadataHint: 'Its values become a column.',
  noKey: 'No file here has such a key.',
  most: (most: number) => `At most ${most} metadata keys can be columns.`,
  usual: 'Usual columns',
  keys: 'In the headings, Alt with an arrow key moves a column and Shift with an arrow key changes its width.',
  sortBy: 'Sort by',
  descending: 'Last or largest first',
  /** The heading of the names in a search. */
  nameOrReason: 'Name, or why it is here',
  sort: {
    name: 'Name',
    group: 'Group',
    size: 'Size',
    type: 'Type',
    cid: 'CID',
    network: 'Network',
    created: 'Added',
    state: 'State',
  } satisfies Record<FileColumn, string>,
  stateAndAdded: 'State / added',
  rowHeight: 'Row height',
  rowHeights: { dense: '24', usual: '28', roomy: '36' } satisfies Record<RowHeight, string>,
  /** The date of a file in full, where its row says how long ago. */
  added: (at: string) => `Added ${at}`,
  emptyValue: 'empty',
} as const;

/** A column as its heading says; a metadata key in its own words. */
export function columnName(one: ListColumn): string {
  if ('key' in one) return labelText(one.key);
  return one.column === 'state' ? columnsMessages.stateAndAdded : columnsMessages.sort[one.column];
}
