import { Hono } from 'hono';
import { authorise } from '../authorise.ts';
import type { PracticeContext, PracticeEnv } from '../context.ts';
import {
  HttpError,
  jsonBody,
  jsonResponse,
  jsonTextResponse,
  numberParameter,
  oneParameter,
  type Query,
} from '../http.ts';
import type { Json } from '../json.ts';
import type { ListedFile, Order } from '../tables/files-table.ts';
import { fileRecord, fileRecordText, isNetwork, type Network, type StoredFile } from '../tables/records.ts';
import { changed, fileChange } from './file-change.ts';

const MOST_FILES_PER_PAGE = 1_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Update File (section 4.3 of the interface), and two extensions: listing files and reading one file. */
export function fileRoutes(context: PracticeContext): Hono<PracticeEnv> {
  const read = authorise(context, 'org:files:read');
  return new Hono<PracticeEnv>()
    .get('/:network', read, (request) => {
      if (!context.settings.current.listing) throw new HttpError(404, 'not found');
      return jsonTextResponse(filesPage(context, networkOf(request.req.param('network')), request.req.queries()));
    })
    .get('/:network/:id', read, (request) => {
      if (!context.settings.current.readById) throw new HttpError(404, 'not found');
      const file = context.staleReads.seen(fileOf(context, request.req.param()));
      return jsonResponse({ data: shown(context, answeredFile(context, file, request.env.fault?.kind)) });
    })
    .put('/:network/:id', authorise(context, 'org:files:write'), (request) => {
      const { current: now } = context.settings;
      const before = fileOf(context, request.req.param());
      const change = fileChange(jsonBody(request.req.header('Content-Type'), request.env.body), now);
      const after = changed(before, change, now);
      if (change.name !== null || change.keyvalues !== null) {
        context.files.change(after.id, after.name, after.keyvalues);
        context.staleReads.remember(before, now.staleReadsMs);
        request.env.applied = true;
      }
      return jsonResponse({ data: shown(context, answeredFile(context, after, request.env.fault?.kind)) });
    });
}

function networkOf(text: string): Network {
  if (!isNetwork(text)) throw new HttpError(404, 'there is no such network');
  return text;
}

function fileOf(context: PracticeContext, path: { network: string; id: string }): StoredFile {
  const network = networkOf(path.network);
  if (!UUID.test(path.id)) throw new HttpError(400, 'the id of a file is a UUID');
  const file = context.files.byId(path.id.toLowerCase());
  if (file?.network !== network) throw new HttpError(404, 'there is no such file on this network');
  return file;
}

/** The file in the response: under the fault `wrongRecord` another file. */
function answeredFile(context: PracticeContext, file: StoredFile, fault: string | undefined): StoredFile {
  return fault === 'wrongRecord' ? (context.files.another(file.network, file.id) ?? file) : file;
}

function shown(context: PracticeContext, file: StoredFile): Json {
  const unknown = context.settings.current.unknownMembers ? { region: { code: 'FRA1', weights: [1, null] } } : {};
  return { ...fileRecord(file), ...unknown };
}

/** The record of a listed file, as JSON text. */
function shownText(context: PracticeContext, { file, keyvaluesText }: ListedFile): string {
  const seen = context.staleReads.seen(file);
  if (seen !== file || context.settings.current.unknownMembers) return JSON.stringify(shown(context, seen));
  return fileRecordText(file, keyvaluesText);
}

/** @returns the body of the response, as JSON text */
function filesPage(context: PracticeContext, network: Network, query: Query): string {
  const { filesPageSize, lastPageToken } = context.settings.current;
  const limit = numberParameter(query, 'limit', { least: 1, most: MOST_FILES_PER_PAGE }) ?? filesPageSize;
  const order = oneParameter(query, 'order')?.toUpperCase() ?? 'DESC';
  if (order !== 'ASC' && order !== 'DESC') throw new HttpError(400, 'order must be ASC or DESC');
  const token = oneParameter(query, 'pageToken');
  const after = token === null || token === '' ? null : placeOfPageToken(token, network, order);
  // One row beyond the limit tells whether there is a next page.
  const rows = context.files.page(network, order, after, limit + 1);
  const onPage = rows.slice(0, limit);
  const last = onPage.at(-1);
  const files = `"files":[${onPage.map((listed) => shownText(context, listed)).join(',')}]`;
  const body = (next: string | null): string => `{"data":{${files},"next_page_token":${JSON.stringify(next)}}}`;
  if (rows.length > limit && last) return body(pageToken(network, order, last.seq));
  return lastPageToken === 'absent' ? `{"data":{${files}}}` : body(lastPageToken === 'null' ? null : '');
}

/** The opaque token of the next page. */
export function pageToken(network: Network, order: Order, lastSeq: number): string {
  return Buffer.from(`after/${network}/${order}/${lastSeq}`).toString('base64url');
}

/** The place in a page token. @throws HttpError 400 when the token belongs to another listing */
export function placeOfPageToken(token: string, network: Network, order: Order): number {
  const text = Buffer.from(token, 'base64url').toString();
  const seq = /^after\/(public|private)\/(?:ASC|DESC)\/(\d{1,15})$/.exec(text)?.[2];
  if (seq === undefined || pageToken(network, order, Number(seq)) !== token) {
    throw new HttpError(400, 'the page token does not belong to this listing');
  }
  return Number(seq);
}
