import { expect, test, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { standaloneService } from '../support/standalone-service.ts';
import { openProfile } from '../../electron/database/profile/open-profile.ts';
import { outboxTable } from '../../electron/database/outbox/outbox-table.ts';
import { aChangeSet, anEdit, uuid } from '../support/builders.ts';
import { openedAtMs, temporaryDirectory } from '../support/database.ts';
import { started } from './running-core.ts';

// Threads start from their sources here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Far less than any request waits for its answer. */
const PROMPT_MS = 5_000;

test('the end of the program waits for no answer of a service, and what was asked is answered', async () => {
  const service = await standaloneService({ interfere: () => 'hang' });
  const { core, ask } = await started();
  const tried = ask('connections.test', { baseUrl: service.baseUrl, token: 'a-token' });
  await eventually(() => expect(service.requests).not.toEqual([]));
  const fromMs = performance.now();
  await core.close();
  expect(performance.now() - fromMs).toBeLessThan(PROMPT_MS);
  expect(await tried).toEqual({ failure: { kind: 'hostGone' } });
});

/** A profile with so many waiting edits. */
function profileWith(edits: number): string {
  const directory = temporaryDirectory();
  const opened = openProfile(directory, openedAtMs);
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const { outbox, close } = opened.value;
  const numbers = Array.from({ length: edits }, (_, at) => at + 1);
  outboxTable(outbox).enqueue(aChangeSet(1, { edits: numbers.map((number) => anEdit(number, uuid(number))) }));
  close();
  return directory;
}

test('what is read in slices at the end of the program is no bug', async () => {
  const { core, ask, logged } = await started({ profileDirectory: profileWith(500) });
  // Many, because a bug of one may be told too late for anybody to hear.
  const asked = Array.from({ length: 30 }, () => ask('app.exportPending', null));
  await core.close();
  await Promise.all(asked);
  expect(logged.filter((line) => String(line).includes('bug'))).toEqual([]);
});
