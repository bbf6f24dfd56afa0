import type { Database } from 'better-sqlite3';
import { network, type ConnectionId } from '../../src/domain/core/ids.ts';
import type { FileQuery } from '../../src/domain/files/queries.ts';
import { copies } from './mirror/mirror-ids.ts';
import { rowFilter } from './file-lists/filters.ts';
import { rowSetReader } from './facet-index/facet-index-reader.ts';

/** Counts what a query finds without putting it in order. @returns null for a query that searches */
export function queryCount(db: Database): (connectionId: ConnectionId, query: FileQuery) => number | null {
  const copy = copies(db);
  const filter = rowFilter(db);
  const sets = rowSetReader(db);

  const countNow = db.transaction((connectionId: ConnectionId, query: FileQuery): number => {
    const of = copy.find(connectionId);
    if (of === null) return 0;
    const ofNetworks = network.options.map((value) => sets.named(of, { field: 'network', key: '', value }));
    const mask = filter(of, query, null);
    // A file is on one network, so that this is every file of the copy once.
    return ofNetworks.reduce((sum, all) => {
      if (mask !== null) all.keep(mask);
      return sum + all.count;
    }, 0);
  });
  return (connectionId, query) => (query.search.trim() === '' ? countNow(connectionId, query) : null);
}
