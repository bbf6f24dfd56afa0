import type { ConnectionId, FileKey } from '../../src/domain/core/ids.ts';
import type { Selection } from '../../src/domain/files/queries.ts';
import type { HandlerContext } from './handler-context.ts';

/** The keys of selected files, in the order of the selection. */
export const selectedKeys = (
  { chosen }: Pick<HandlerContext, 'chosen'>,
  connectionId: ConnectionId,
  selection: Selection,
): readonly FileKey[] =>
  selection.kind === 'keys' ? selection.keys : chosen(connectionId, selection.query, selection.except);

/** The name that the service has for a file; null for a nameless file, and for one that the mirror lacks. */
export const mirroredName = (
  { tables }: Pick<HandlerContext, 'tables'>,
  connectionId: ConnectionId,
  key: FileKey,
): string | null => tables.files.get({ ...key, connectionId })?.record.name ?? null;
