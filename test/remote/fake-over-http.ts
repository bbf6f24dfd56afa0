import { type FakeService, fileJson } from '../support/fake-service.ts';
import { network, fileId } from '../../src/domain/core/ids.ts';
import { answering, httpServer, type Arrived, type HttpServer } from '../support/http-server.ts';

type Answered = readonly [status: number, body: unknown];

const never = new AbortController().signal;

/** Serves a fake's records over HTTP in the interface's own words, so that the real client can be held against it. */
export async function fakeOverHttp(fake: FakeService): Promise<HttpServer> {
  return await httpServer(async (arrived, response) => {
    const [status, body] = await answerOf(fake, arrived);
    await answering(status, body, { 'X-Request-Id': 'request-1' })(arrived, response);
  });
}

async function answerOf(fake: FakeService, { method, path, body }: Arrived): Promise<Answered> {
  const url = new URL(path, 'http://fake');
  const [version, area, ...rest] = url.pathname.split('/').slice(1).map(decodeURIComponent);
  if (version !== 'v3') return notFound;
  if (area === 'api_keys') return keysOf(fake, url);
  const [place, second, third] = rest;
  const where = network.safeParse(place);
  if (area !== 'files' || !where.success) return notFound;
  if (second === undefined) return fake.hasListing ? filesOf(fake, where.data, url) : notFound;
  if (second === 'signature') return signatureOf(fake, third ?? '');
  if (method === 'PUT') await fake.updateFile(where.data, fileId.parse(second), body, never);
  else if (!fake.hasReadById) return notFound;
  const file = fake.file(where.data, second);
  return file === null ? [404, { error: { code: 404, message: 'no such file' } }] : [200, { data: fileJson(file) }];
}

const notFound: Answered = [404, { error: 'no such route' }];

function keysOf(fake: FakeService, { searchParams }: URL): Answered {
  const offset = Number(searchParams.get('offset') ?? 0);
  const all = fake.keys.filter((key) => searchParams.get('revoked') !== 'true' || key['revoked'] === true);
  return [200, { keys: all.slice(offset, offset + fake.keysPerPage), count: all.length }];
}

function filesOf(fake: FakeService, where: 'public' | 'private', { searchParams }: URL): Answered {
  const start = Number(searchParams.get('pageToken') ?? 0);
  const end = start + Number(searchParams.get('limit') ?? 10);
  const all = fake.files(where).map(fileJson);
  return [200, { data: { files: all.slice(start, end), next_page_token: end < all.length ? String(end) : null } }];
}

function signatureOf(fake: FakeService, cid: string): Answered {
  const signature = fake.signatures.get(cid);
  return signature === undefined ? [404, { error: 'not signed' }] : [200, { data: { cid, signature } }];
}
