import { expect, test, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { standaloneService } from '../support/standalone-service.ts';
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
