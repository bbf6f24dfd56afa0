import type { FileRow } from '../files/file.ts';
import { hasCid } from '../signatures/cid.ts';
import { ipfsAddress, oneLine } from './quoting.ts';

/** What dragged files are to other programs, by media type. */
export type DraggedFiles = { readonly 'text/plain': string; readonly 'text/uri-list': string };

/** The texts of dragged files; null where none of them has a CID. Lines of a list of addresses end by RFC 2483, section 5. */
export function draggedFiles(rows: readonly Pick<FileRow, 'cid'>[]): DraggedFiles | null {
  const cids = rows.map(({ cid }) => cid).filter(hasCid);
  if (cids.length === 0) return null;
  return {
    'text/plain': cids.map(oneLine).join('\n'),
    'text/uri-list': cids.map(ipfsAddress).join('\r\n'),
  };
}
