import { expect, test } from 'vitest';
import type { FileKey } from '../../src/domain/core/ids.ts';
import { uuid } from '../support/builders.ts';
import { servedId, standaloneService } from '../support/standalone-service.ts';
import { started } from './running-core.ts';

/** Takes its reader half a minute, and then more memory than there is for it. */
const hostile = `[${'[],'.repeat(16_000_000)}[]]`;

test('an edit is answered while a hostile table is read, whose reading ends when nobody waits for it', async () => {
  const one = await started();
  const service = await standaloneService({ files: 2 });
  const { id: connectionId } = await one.get('connections.add', { name: 'Work', baseUrl: service.baseUrl, token: 't' });
  await one.until('connections.list', null, ([first]) => first?.status.caughtUpAtMs !== null);
  const ticket = uuid(1);
  let answered = false;
  const importing = one.ask('table.import', { connectionId, format: 'json', text: hostile, putsBack: false, ticket });
  void importing.then(() => (answered = true));

  const key = { network: 'public', id: servedId(0) } as FileKey;
  await one.get('files.edit', { connectionId, key, changes: [{ field: 'name', base: 'file 0', mine: 'mine' }] });
  expect(answered).toBe(false);

  await one.get('table.giveUp', { ticket });
  expect(await importing).toEqual({ failure: { kind: 'notFound' } });
});

test('a table of depth without end is refused, and costs JSON Lines the one line that it is in', async () => {
  const one = await started();
  const service = await standaloneService({ files: 2 });
  const { id: connectionId } = await one.get('connections.add', { name: 'Work', baseUrl: service.baseUrl, token: 't' });
  await one.until('connections.list', null, ([first]) => first?.status.caughtUpAtMs !== null);
  const read = (text: string) => one.ask('table.import', { connectionId, format: 'json', text, putsBack: false });
  const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);

  const tooDeep = { kind: 'unfitText', why: { kind: 'tooDeep', mostLevels: 1_000 } };
  expect(await read(`[${deep}]`)).toEqual({ failure: tooDeep });
  const lines = [0, 1].map((at) => JSON.stringify({ id: servedId(at), name: 'mine' }));
  expect(await read(`${lines[0]}\n{"id":"${servedId(1)}","keyvalues":{"a":${deep}}}\n${lines[1]}`)).toMatchObject({
    value: { changed: 2, problemCount: 1, problems: [{ line: 2, problem: 'noFileId' }] },
  });
});

test('a list of a million ids is refused, and nobody is asked for one of them', async () => {
  const one = await started();
  const service = await standaloneService({ files: 1, extensions: false });
  const { id: connectionId } = await one.get('connections.add', { name: 'Work', baseUrl: service.baseUrl, token: 't' });
  await one.until('connections.list', null, ([first]) => first?.status.caughtUpAtMs !== null);
  const text = Array.from({ length: 500_000 }, (_, at) => servedId(at)).join('\n');
  expect(await one.ask('files.import', { connectionId, network: 'public', text })).toEqual({
    failure: { kind: 'unfitText', why: { kind: 'tooManyLines', most: 100_000 } },
  });
  expect(service.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
});
