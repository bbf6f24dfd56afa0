import { copiedText, type CopyFormat, LONGEST_COPY } from '../../src/domain/clipboard/copy-format.ts';
import { fail, ok } from '../../src/domain/core/result.ts';
import { keyExport } from '../../src/domain/keys/key-export.ts';
import { LARGEST_WINDOW_ROWS } from '../../src/domain/files/queries.ts';
import type { KeyRow } from '../../src/domain/keys/api-key.ts';
import type { UsedKey } from '../../src/domain/keys/key-usage.ts';
import type { WantedRecords } from '../database/clipboard/projected-records.ts';
import type { Reader } from '../database/read-only-database.ts';
import { Cancellations } from './cancellations.ts';
import { notFound } from './handler-context.ts';
import type { SomeHandlers } from './router.ts';

/** The handlers of the reader, which use the mirror alone. No channel of the writer is here: the reader loads what it answers with. */
export const readerHandlers = (reader: Reader, nowMs: () => number, cancellations = new Cancellations()) =>
  ({
    ...keyReaderHandlers(reader, nowMs),
    ...signatureReaderHandlers(reader),
    ...viewHandlers(reader, cancellations),
    ...libraryReaderHandlers(reader, nowMs),
    ...selectionHandlers(reader, cancellations),
    'files.counts': ({ connectionId }) => ok(reader.counts(connectionId)),
    'files.facets': ({ connectionId }) => ok(reader.facets(connectionId)),
    'files.facetValues': ({ connectionId, key }) => ok({ values: reader.facetValues(connectionId, key) }),
    'files.count': ({ connectionId, query }) => ok({ count: reader.count(connectionId, query) }),
  }) satisfies SomeHandlers;

/** The channels of one file list, from its opening to its close. */
const viewHandlers = (reader: Reader, cancellations: Cancellations) =>
  ({
    'files.open': async ({ connectionId, query, ticket, firstRows, keys }) => {
      const opened = await cancellations.during(ticket, (signal) =>
        reader.openWhile(() => !signal.aborted, connectionId, query),
      );
      if (opened === null) return fail(notFound);
      const rows = await reader.window(opened.viewId, 0, Math.min(firstRows, opened.count), keys);
      const inName = opened.isCounted ? await reader.inName(opened.viewId) : null;
      return ok({ ...opened, inName, rows: [...(rows ?? [])] });
    },
    'files.counted': async ({ viewId }) => {
      const count = await reader.counted(viewId);
      return count === null ? fail(notFound) : ok({ count, inName: await reader.inName(viewId) });
    },
    'files.giveUp': ({ ticket }) => {
      cancellations.cancel(ticket);
      return ok(null);
    },
    'files.window': async ({ viewId, from, to, keys }) => {
      const rows = await reader.window(viewId, from, to, keys);
      return rows === null ? fail(notFound) : ok({ rows: [...rows] });
    },
    'files.position': async ({ viewId, key }) => ok({ position: await reader.position(viewId, key) }),
    'files.nextNamed': async ({ viewId, text, from }) => ok({ position: await reader.nextNamed(viewId, text, from) }),
    'files.closeTo': async ({ connectionId, search, ticket }) => {
      const names = await cancellations.during(ticket, (signal) =>
        reader.closeNames(connectionId, search, () => !signal.aborted),
      );
      return names === null ? fail(notFound) : ok({ names: [...names] });
    },
    'files.close': ({ viewId }) => {
      reader.closeView(viewId);
      return ok(null);
    },
  }) satisfies SomeHandlers;

/** The channels of selected files. */
const selectionHandlers = (reader: Reader, cancellations: Cancellations) =>
  ({
    'clipboard.text': async ({ connectionId, files, format, baseUrl, gateway, limit }) => {
      const rowIds = await reader.selected(connectionId, files);
      if (rowIds === null) return fail(notFound);
      const records = await reader.records(rowIds.subarray(0, limit), recordsOf(format));
      return ok(copiedText(records, format, { connectionId, baseUrl, gateway }));
    },
    'selection.contents': async ({ connectionId, files }) => {
      const rowIds = await reader.selected(connectionId, files);
      return rowIds === null ? fail(notFound) : ok(await reader.selectionContents(connectionId, rowIds));
    },
    'selection.sizes': async ({ connectionId, files, fullPairs, ticket }) => {
      const sizes = await cancellations.during(ticket, async (signal) => {
        const rowIds = await reader.selected(connectionId, files);
        return rowIds && (await reader.selectionSizes(rowIds, fullPairs, () => !signal.aborted));
      });
      return sizes === null ? fail(notFound) : ok(sizes);
    },
  }) satisfies SomeHandlers;

/** A text that ends before the last file has no use for more characters than it may hold. */
const recordsOf = (format: CopyFormat): WantedRecords => ({
  withPairs: format === 'json' || format === 'csv',
  mostCharacters: LONGEST_COPY,
});

/** The channels of keys in the mirror. */
const keyReaderHandlers = (reader: Reader, nowMs: () => number) =>
  ({
    'keys.page': async ({ connectionId, query, from, to }) => {
      const page = { from, to: Math.min(to, from + LARGEST_WINDOW_ROWS), nowMs: nowMs() };
      const { rows, count } = await reader.keysPage(connectionId, query, page);
      return ok({ rows: [...rows], count });
    },
    'keys.get': ({ connectionId, id }) => {
      const found = reader.keyGet(connectionId, id);
      return found === null ? fail(notFound) : ok({ ...usedKey(found), raw: found.raw });
    },
    'keys.counts': ({ connectionId }) => ok(reader.keyCounts(connectionId)),
    'keys.byValue': ({ connectionId, value }) => {
      const found = reader.keyByValue(connectionId, value);
      return ok(found === null ? null : usedKey(found));
    },
    'keys.audit': ({ connectionId }) => ok(reader.keyAudit(connectionId, nowMs())),
    'keys.runOuts': async ({ connectionId }) => ok(await reader.keyRunOuts(connectionId)),
    'keys.export': async ({ connectionId, query, format }) => {
      const chosen = await reader.keysChosen(connectionId, query, nowMs());
      return ok({ text: keyExport(chosen, format), count: chosen.length });
    },
  }) satisfies SomeHandlers;

/** The channels of the mirror as a whole. */
const libraryReaderHandlers = (reader: Pick<Reader, 'libraryContents' | 'libraryNews'>, nowMs: () => number) =>
  ({
    'library.contents': async ({ connectionId }) => ok(await reader.libraryContents(connectionId, nowMs())),
    'library.news': async ({ connectionId, sinceMs }) => ok(await reader.libraryNews(connectionId, sinceMs, nowMs())),
  }) satisfies SomeHandlers;

const keyRow = ({ key, condition, limit, seenAtMs, missingSinceMs, idleSinceMs }: KeyRow) => ({
  key,
  condition,
  limit,
  seenAtMs,
  missingSinceMs,
  idleSinceMs,
});

const usedKey = (used: UsedKey) => ({ ...keyRow(used), runs: used.runs, forecast: used.forecast });

/** The channels of signatures in the mirror. */
const signatureReaderHandlers = (reader: Pick<Reader, 'signaturePage' | 'signatureCounts' | 'unfetched'>) =>
  ({
    'signatures.page': ({ connectionId, filter, from, to }) => {
      const { rows, count } = reader.signaturePage(
        connectionId,
        filter,
        from,
        Math.min(to, from + LARGEST_WINDOW_ROWS),
      );
      return ok({ rows: [...rows], count });
    },
    'signatures.counts': ({ connectionId }) => ok(reader.signatureCounts(connectionId)),
    'signatures.unfetched': async ({ connectionId }) => ok({ files: await reader.unfetched(connectionId) }),
  }) satisfies SomeHandlers;
