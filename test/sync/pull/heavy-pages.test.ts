import { expect, test } from 'vitest';
import { httpService } from '../../../electron/remote/http-service.ts';
import { unlimited } from '../../../electron/remote/service-decorators.ts';
import { smallerPages } from '../../../electron/remote/smaller-pages.ts';
import { standaloneService } from '../../support/standalone-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { failing, tooLarge } from '../push/failures.ts';

test('a list of files whose pages are too large is copied by smaller pages, within the same scan', async () => {
  const service = await standaloneService({ files: 250 });
  for (const file of service.files.values()) file.keyvalues = { notes: 'x'.repeat(1_000) };
  const http = httpService({ baseUrl: service.baseUrl, token: 'a-token', limits: { listBytes: 200_000 } });
  const world = new SyncWorld({ service: smallerPages(unlimited(http)) });
  expect(await world.pull()).toEqual({ ok: true, value: null });
  expect(world.tables.files.count(world.connection.id)).toBe(250);
  expect(world.connection.learnt.listing).toMatchObject({ kind: 'yes' });
  const asked = service.requests.filter(({ path }) => path === '/v3/files/public');
  expect(asked.map(({ url }) => url.searchParams.get('limit'))).toEqual(['1000', '100', '100', '100']);
});

test('a list of files of which the service gives no full page in time is copied by smaller pages, in the next scan', async () => {
  const service = await standaloneService({ files: 250 });
  service.interfere = ({ url }) => (Number(url.searchParams.get('limit') ?? 0) > 100 ? 'hang' : null);
  const http = httpService({ baseUrl: service.baseUrl, token: 'a-token', limits: { headersMs: 200 } });
  const world = new SyncWorld({ service: smallerPages(unlimited(http)) });
  expect(await world.pull()).toMatchObject({ ok: false, failure: { kind: 'noAnswer' } });
  expect(await world.pull()).toMatchObject({ ok: false, failure: { kind: 'noAnswer' } });
  expect(world.tables.files.count(world.connection.id)).toBe(250);
  expect(await world.pull()).toEqual({ ok: true, value: null });
});

test('a list of files that is too large to read is out of order and not learnt as none, though the keys come', async () => {
  const world = new SyncWorld();
  world.fake.keys = [{ id: 'key-1', name: 'only', key: 'public-1' }];
  world.fake.faultOf = ({ name }) => (name === 'listFiles' ? failing(tooLarge) : null);
  expect(await world.pull()).toEqual({ ok: false, failure: tooLarge });
  expect(world.connection.learnt.listing).toEqual({ kind: 'notChecked' });
  expect(world.mirrorDb.prepare('SELECT count(*) FROM api_keys').pluck().get()).toBe(1);
});
