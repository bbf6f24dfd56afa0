import { expect, test } from 'vitest';
import { MOST_SAVED_VIEWS } from '../../src/domain/files/queries.ts';
import { aFileQuery } from '../support/builders.ts';
import { standaloneService } from '../support/standalone-service.ts';
import { started } from './running-core.ts';

async function connected() {
  const one = await started();
  const { baseUrl } = await standaloneService({ files: 2 });
  const { id: connectionId } = await one.get('connections.add', { name: 'Work', baseUrl, token: 't' });
  await one.until('connections.list', null, ([first]) => first?.status.caughtUpAtMs !== null);
  return { one, connectionId };
}

test('one more view than is kept is refused with the limit, for the page to say in the language of its reader', async () => {
  const { one, connectionId } = await connected();
  const view = { connectionId, name: 'All', query: aFileQuery() };
  for (let saved = 0; saved < MOST_SAVED_VIEWS; saved += 1) await one.get('savedViews.add', view);
  expect(await one.ask('savedViews.add', view)).toEqual({
    failure: { kind: 'tooMany', of: 'savedViews', most: MOST_SAVED_VIEWS },
  });
});

test('work that has to wait for other work is refused with the name of that work', async () => {
  const { one, connectionId } = await connected();
  const selection = { kind: 'view' as const, query: aFileQuery(), except: [] };
  const copy = { connectionId, selection, format: 'csv' } as const;
  const [, second] = await Promise.all([one.ask('export.start', copy), one.ask('export.start', copy)]);
  expect(second).toEqual({ failure: { kind: 'busy', work: 'export' } });
  await one.get('export.cancel', null);

  const fetching = { connectionId, of: { kind: 'files' as const, selection }, onlyMissing: true };
  const [, again] = await Promise.all([one.ask('signatures.start', fetching), one.ask('signatures.start', fetching)]);
  expect(again).toEqual({ failure: { kind: 'busy', work: 'gathering' } });
});
