import { expect, test } from 'vitest';
import { servedId, standaloneService } from '../support/standalone-service.ts';
import { started } from './running-core.ts';

test('the activity of an import counts files that joined the copy once, and each line that brought none', async () => {
  const one = await started();
  const service = await standaloneService({ files: 1, extensions: false });
  const { id: connectionId } = await one.get('connections.add', { name: 'Work', baseUrl: service.baseUrl, token: 't' });
  await one.until('connections.list', null, ([first]) => first?.status.caughtUpAtMs !== null);
  const text = [servedId(0), servedId(0), 'missing', 'missing', 'no id'].join('\n');
  const { added } = await one.get('files.import', { connectionId, network: 'public', text });
  const { entries } = await one.get('activity.list', { connectionId, origin: null, day: null, limit: 9 });
  const imports = entries.flatMap(({ about }) => (about.kind === 'job' && about.job === 'import' ? [about] : []));
  expect([added, imports]).toMatchObject([1, [{ files: 1, failed: 3 }]]);
});
