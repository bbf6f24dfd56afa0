import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startFailureMessage } from '../../electron/hosting/start.ts';
import { CoreThread } from '../../electron/workers/core-thread.ts';
import type { HostPorts } from '../../electron/host.ts';
import { temporaryDirectory } from '../support/database.ts';
import { silentLog } from '../hosting/fake-core.ts';
import { started } from './running-core.ts';

/** No file system takes a name of more than 255 bytes, so this file cannot even be looked at, by anybody. */
const UNREMOVABLE = `pinfold-${'x'.repeat(300)}.part`;

test('a leftover export that cannot be removed does not keep the app from starting, and is reported', async () => {
  const profileDirectory = temporaryDirectory();
  writeFileSync(join(profileDirectory, 'export.unfinished'), join(profileDirectory, UNREMOVABLE));
  const { get, logged } = await started({ profileDirectory });
  expect(await get('connections.list', null)).toEqual([]);
  expect(logged.join()).toContain('ENAMETOOLONG');
});

function broken(program: string) {
  const log = { ...silentLog, error: () => 'a1b2c3d4' };
  const nothing = (): void => undefined;
  const file = new URL(program, import.meta.url);
  return new CoreThread({ name: 'writer', workerData: {}, announce: nothing, onEnd: nothing, file }, {
    log,
  } as unknown as HostPorts);
}

test('a thread that breaks at the start is named, with its reason', async () => {
  const failure = await broken('./breaking-thread.ts').opened;
  expect(failure).toEqual({ kind: 'broken', part: 'writer', detail: 'EBUSY: resource busy', reference: 'a1b2c3d4' });
  expect(startFailureMessage(failure!)).toBe(
    'Pinfold could not start, because its writer broke: EBUSY: resource busy (reference a1b2c3d4 in the log). ' +
      'Nothing was deleted.',
  );
});

test('a thread that ends at the start without a word does not leave the start waiting', async () => {
  expect(await broken('./ending-thread.ts').opened).toMatchObject({ kind: 'broken', part: 'writer' });
});
