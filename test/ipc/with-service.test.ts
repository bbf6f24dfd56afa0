import { expect, test } from 'vitest';
import type { Connections } from '../../electron/sync/connection/connections.ts';
import { withService } from '../../electron/ipc/with-service.ts';
import { ok } from '../../src/domain/core/result.ts';
import { connectionA } from '../support/builders.ts';

const asked = (running: { state: { mode: string } } | null) => {
  const connections = { running: () => running } as unknown as Connections;
  return withService({ connections }, connectionA, ({ state }) => Promise.resolve(ok(state.mode)));
};

test('a service is asked of a connection that has a token, and of no other', async () => {
  expect(await asked(null)).toMatchObject({ ok: false, failure: { kind: 'notFound' } });
  expect(await asked({ state: { mode: 'noToken' } })).toEqual({ ok: false, failure: { kind: 'noToken' } });
  expect(await asked({ state: { mode: 'paused' } })).toEqual({ ok: true, value: 'paused' });
});
