import type { ServerResponse } from 'node:http';
import { type Arrived, type HttpServer, httpServer } from './http-server.ts';

/** A file record in the words of the service's interface; other members go out as they are. */
export type ServedFile = {
  readonly id: string;
  name: string;
  keyvalues: Record<string, unknown>;
  readonly [member: string]: unknown;
};

export type Answered = {
  readonly status: number;
  /** A string goes out as it is, everything else as JSON. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What answers instead of the service. */
export type Interference =
  | Answered
  /** No answer, and the connection stays open. */
  | 'hang'
  /** The connection breaks before the request is applied. */
  | 'reset';

export type Request = Pick<Arrived, 'method' | 'path' | 'body'> & { readonly url: URL; readonly atMs: number };

type Options = {
  readonly files?: number;
  readonly keys?: readonly Readonly<Record<string, unknown>>[];
  readonly keyvalues?: 'merge' | 'replace';
  /** What the name filter of keys means; a service may read it otherwise than its interface says. */
  readonly keyNames?: 'ilike' | 'substring' | 'text' | 'exact' | 'ignored';
  /** Rows of a page of files. */
  readonly pageRows?: number;
  /** Null lets the service answer. A promise is waited for, as a slow service would. */
  readonly interfere?: (request: Request) => Interference | null | Promise<Interference | null>;
  /** The extensions outside the interface: listing and reading by id. */
  readonly extensions?: boolean;
};

export type StandaloneService = HttpServer & {
  readonly files: Map<string, ServedFile>;
  /** Every request, oldest first, with the time of its arrival. */
  readonly requests: Request[];
  interfere: NonNullable<Options['interfere']>;
};

const webPage = '<!doctype html><title>Request blocked</title><p>Your request looks unusual.</p>';

/** What a web application firewall answers in place of the service. */
export const firewallPage = (status: 200 | 403): Interference => ({
  status,
  body: webPage,
  headers: { 'Content-Type': 'text/html' },
});

/** The id of the n-th file, counted from 0. */
export const servedId = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** The n-th file of a new service, counted from 0. */
export const servedFile = (number: number): ServedFile => ({
  id: servedId(number),
  name: `file ${number}`,
  keyvalues: { series: 'first' },
  cid: `bafy${number}`,
  size: number,
  number_of_files: 1,
  mime_type: 'text/plain',
  group_id: null,
  created_at: new Date(Date.UTC(2024, 7, 27) + number * 1_000).toISOString().replace('Z', '000Z'),
});

/**
 * A service written from its interface alone: it shares no line with the app or with the practice service, so that a
 * misunderstanding of one is not a misunderstanding of both. All files are public. Gone when the test is.
 */
export async function standaloneService(options: Options = {}): Promise<StandaloneService> {
  const files = new Map(
    Array.from({ length: options.files ?? 3 }, (_, number) => [servedId(number), servedFile(number)]),
  );
  const requests: Request[] = [];
  const state = { interfere: options.interfere ?? (() => null) };
  const server = await httpServer(async (arrived, response) => {
    const url = new URL(arrived.path, 'http://service');
    const request = { method: arrived.method, path: url.pathname, body: arrived.body, url, atMs: performance.now() };
    requests.push(request);
    const instead = await state.interfere(request);
    if (instead === 'hang') return;
    if (instead === 'reset') return void response.destroy();
    send(response, instead ?? answer(request, files, options));
  });
  return Object.assign(state, server, { files, requests });
}

const notFound: Answered = { status: 404, body: { error: { code: 404, message: 'not found' } } };

/** What the interface answers a request, which it applies to the files. */
export function answer(
  { method, url, body }: Pick<Request, 'method' | 'url' | 'body'>,
  files: Map<string, ServedFile>,
  options: Options,
): Answered {
  const [, version, area, network, id] = url.pathname.split('/');
  if (version !== 'v3') return notFound;
  if (area === 'api_keys') return keyAnswer(url.searchParams, options);
  if (area !== 'files') return notFound;
  const extensions = options.extensions ?? true;
  if (id === undefined)
    return extensions ? filePage(network === 'public' ? [...files.values()] : [], url, options) : notFound;
  const file = network === 'public' ? files.get(id) : undefined;
  if (file === undefined || (method === 'GET' && !extensions)) return notFound;
  if (method === 'PUT') update(file, body, options.keyvalues ?? 'merge');
  return { status: 200, body: { data: file } };
}

/** In PostgreSQL a pattern that ends in an escape is an error, which a service passes on. */
function keyAnswer(asked: URLSearchParams, { keys = [], keyNames = 'ilike' }: Options): Answered {
  const pattern = asked.get('name');
  if (pattern !== null && keyNames === 'ilike' && /(?<!\\)(?:\\\\)*\\$/.test(pattern))
    return { status: 500, body: { error: 'LIKE pattern must not end with escape character' } };
  const isFound = (name: string): boolean => pattern === null || hasName(name, pattern, keyNames);
  const revoked = asked.get('revoked') === 'true';
  const found = keys.filter((key) => (!revoked || key['revoked'] === true) && isFound(String(key['name'])));
  return keyPage(found, Number(asked.get('offset') ?? 0));
}

function hasName(name: string, pattern: string, reading: NonNullable<Options['keyNames']>): boolean {
  if (reading === 'ignored') return true;
  if (reading === 'exact') return name === pattern;
  if (reading === 'text') return name.toUpperCase().includes(pattern.toUpperCase());
  const source = pattern.replaceAll(/\\([\s\S])|%|_|[.*+?^${}()|[\]]/g, (found, escaped: string | undefined) =>
    escaped !== undefined ? escaped.replace(/\W/, '\\$&') : found === '%' ? '.*' : found === '_' ? '.' : `\\${found}`,
  );
  return new RegExp(reading === 'ilike' ? `^${source}$` : source, 'is').test(name);
}

const keyPage = (keys: NonNullable<Options['keys']>, offset: number): Answered => ({
  status: 200,
  body: { keys: keys.slice(offset, offset + 10), count: keys.length },
});

function filePage(all: readonly ServedFile[], url: URL, { pageRows = 1_000 }: Options): Answered {
  const from = Number(url.searchParams.get('pageToken') ?? 0);
  const until = from + Math.min(pageRows, Number(url.searchParams.get('limit') ?? pageRows));
  const ordered = url.searchParams.get('order') === 'DESC' ? all.toReversed() : all;
  const next_page_token = until < all.length ? String(until) : null;
  return { status: 200, body: { data: { files: ordered.slice(from, until), next_page_token } } };
}

function update(file: ServedFile, body: string, mode: 'merge' | 'replace'): void {
  const { name, keyvalues } = JSON.parse(body) as { name?: string; keyvalues?: Record<string, unknown> };
  if (name !== undefined) file.name = name;
  if (keyvalues === undefined) return;
  const all = Object.entries(mode === 'merge' ? { ...file.keyvalues, ...keyvalues } : keyvalues);
  file.keyvalues = Object.fromEntries(all.filter(([, value]) => value !== null));
}

export function send(response: ServerResponse, { status, body, headers = {} }: Answered): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers }).end(text);
}
