import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PracticeClient } from '../../electron/workers/practice/client.ts';
import type { Connections } from '../../electron/sync/connection/connections.ts';
import { ok } from '../../src/domain/core/result.ts';
import { aConnection } from '../support/builders.ts';
import { temporaryDirectory } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

/** A practice connection that begins empty makes no edits and uses. */
const unused = { queue: () => undefined, earlierUses: {} } as never as Pick<
  ConstructorParameters<typeof PracticeClient>[0],
  'queue' | 'earlierUses' | 'nameGroups'
>;

function practice(program: string) {
  const profileDirectory = temporaryDirectory();
  writeFileSync(join(profileDirectory, 'practice.db'), '');
  const addresses: string[] = [];
  const bugs: unknown[] = [];
  const connections = {
    add: async ({ baseUrl }: { baseUrl: string }) => {
      addresses.push(baseUrl);
      return ok(aConnection({ kind: 'practice', baseUrl }));
    },
    list: () => [],
  } as unknown as Connections;
  const client = new PracticeClient({
    ...{ profileDirectory, workerUrl: new URL(program, import.meta.url) },
    ...{ connections: () => connections, announce: () => undefined, announceEdits: () => undefined },
    ...{ report: (error) => void bugs.push(error), beginsEmpty: true, ...unused },
  });
  onTestFinished(() => client.close());
  return { client, addresses, bugs, isOffKept: () => existsSync(join(profileDirectory, 'practice-network-off')) };
}

const edit = { network: 'public', id: 'an id', name: 'x', keyvalues: [] } as const;

test('a practice service that ended unasked is there again, and the request that was open has an answer', async () => {
  const { client, addresses, bugs } = practice('./ending-practice.ts');
  await client.connect();
  await expect(client.editAsSomebodyElse(edit)).rejects.toThrow();
  await eventually(() => expect(addresses).toHaveLength(2));
  await eventually(() => expect(client.state().running).toBe(true));
  expect(new Set(addresses).size).toBe(2);
  expect(bugs).toEqual([]);
});

test('a practice service that ends before it is ready says so, and nobody waits', async () => {
  const { client } = practice('../ipc/ending-thread.ts');
  await expect(client.connect()).rejects.toThrow('ended before it was ready');
  expect(client.state().running).toBe(false);
});

test('a network turned off and on again at once is on, however late the first answer comes', async () => {
  const { client, isOffKept } = practice('./hesitant-practice.ts');
  await client.connect();
  const both = [client.set({ networkOn: false }), client.set({ networkOn: true })];
  await client.editAsSomebodyElse(edit);
  await Promise.all(both);
  expect(client.state().networkOn).toBe(true);
  expect(isOffKept()).toBe(false);
});

test('a practice service that was closed is not started again by a late request', async () => {
  const { client } = practice('./hesitant-practice.ts');
  await client.connect();
  await client.close();
  await expect(client.editAsSomebodyElse(edit)).rejects.toThrow('closed');
  expect(client.state().running).toBe(false);
});
