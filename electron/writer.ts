import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { preferences as preferencesShape } from '../src/contract/app.ts';
import type { Connection } from '../src/domain/connection.ts';
import { systemChance, systemClock } from './clock.ts';
import { changeQueries } from './database/change-queries.ts';
import { connectionsTable } from './database/connections-table.ts';
import { filesTable } from './database/files-table.ts';
import { historyTable } from './database/history-table.ts';
import { keysTable } from './database/keys-table.ts';
import { diskFailure } from './database/open-failure.ts';
import { openProfile, type OpenProfile } from './database/open.ts';
import { outboxTable } from './database/outbox-table.ts';
import { preferencesTable } from './database/preferences-table.ts';
import { signaturesTable } from './database/signatures-table.ts';
import { Announcer } from './ipc/announcer.ts';
import { appHandlers } from './ipc/app-handlers.ts';
import { changeHandlers } from './ipc/change-handlers.ts';
import { connectionHandlers } from './ipc/connection-handlers.ts';
import { fileHandlers } from './ipc/file-handlers.ts';
import { practiceHandlers } from './ipc/practice-handlers.ts';
import { answering } from './ipc/router.ts';
import type { WriterSlices } from './ipc/slices.ts';
import { threadReport, type Report } from './ipc/thread-report.ts';
import { hear, say } from './ipc/thread-port.ts';
import { VaultPort } from './ipc/vault-port.ts';
import { PracticeHost } from './practice-host.ts';
import { serviceFor, serviceAt } from './service-for.ts';
import { accountOf } from './remote/token-claims.ts';
import { readFileRow } from './remote/file-row.ts';
import { Connections } from './sync/connections.ts';
import type { Tables } from './sync/ports.ts';
import { Queue } from './sync/queue.ts';
import { startWishes } from './wishes.ts';

/** The composition root of the thread that writes: it owns the files of the profile and talks to services. */
const port = parentPort;
if (port === null) throw new Error('The writer is a thread of the core');

const { profileDirectory, wishes } = z.object({ profileDirectory: z.string(), wishes: startWishes }).parse(workerData);

const opened = openProfile(profileDirectory, systemClock.nowMs());
if (opened.ok) void run(opened.value, port);
else {
  say(port, { kind: 'failed', failure: opened.failure });
  port.close();
}

async function run(profile: OpenProfile, to: NonNullable<typeof parentPort>): Promise<void> {
  const report = threadReport(to);
  const vault = new VaultPort(to);
  const slices = compose(profile, vault, report, to);
  const answer = answering(
    {
      ...appHandlers(slices),
      ...connectionHandlers(slices),
      ...fileHandlers(slices),
      ...changeHandlers(slices),
      ...practiceHandlers(slices.practice),
    },
    { report, expected: notSaved },
  );
  hear(to, (message) => {
    switch (message.kind) {
      case 'ask':
        return void answer(message.name, message.input).then((reply) =>
          say(to, { kind: 'replied', id: message.id, reply }),
        );
      case 'signal':
        return slices.connections.tell(message.signal);
      case 'vaultAnswered':
        return vault.answered(message);
      case 'close':
        return void close(slices, profile).then(() => to.close());
    }
  });
  say(to, { kind: 'ready' });
  await begin(slices);
}

function notSaved(error: unknown) {
  const disk = diskFailure(error);
  return disk === null ? null : { kind: 'notSaved' as const, ...disk };
}

function compose(profile: OpenProfile, vault: VaultPort, report: Report, to: NonNullable<typeof parentPort>): Composed {
  const tables: Tables = {
    outbox: outboxTable(profile.outbox),
    files: filesTable(profile.mirror),
    keys: keysTable(profile.mirror),
    signatures: signaturesTable(profile.mirror),
  };
  tables.outbox.endAbandonedAttempts(systemClock.nowMs());
  const history = historyTable(profile.outbox);
  const announcer = new Announcer(systemClock, (name) => say(to, { kind: 'announced', name }));
  const announce = announcer.announce.bind(announcer);
  const remember: WriterRemember = (of, { from, ...lost }, atMs) => history.put(of, { ...lost, source: from, atMs });
  const connections = new Connections({
    table: connectionsTable(profile.outbox),
    tables,
    clock: systemClock,
    chance: systemChance,
    loadToken: (connectionId) => vault.ask({ verb: 'load', connectionId }),
    saveToken: async (connectionId, token) => void (await vault.ask({ verb: 'save', connectionId, token })),
    forgetToken: async (connectionId) => void (await vault.ask({ verb: 'forget', connectionId })),
    accountOf,
    serviceFor: (connection: Connection, token) => serviceFor(connection, token, systemClock),
    received: (raw, of) => readFileRow(JSON.parse(raw), of.network),
    remember,
    announce,
    report,
  });
  const practice = new PracticeHost({
    profileDirectory,
    workerUrl: new URL(import.meta.url.endsWith('.ts') ? './practice/process.ts' : './practice.js', import.meta.url),
    connections: () => connections,
    announce: () => announce('status.changed'),
  });
  const queue = new Queue({ ...tables, clock: systemClock, chance: systemChance, remember });
  const info = { version: manifest.version, profileDirectory, warnings: profile.warnings };
  const tokenKeeping = async () => keeping.parse(await vault.ask({ verb: 'keeping' }));
  const queries = changeQueries(profile.outbox);
  const preferences = preferencesIn(profile);
  const common = { clock: systemClock, chance: systemChance, serviceAt, info, tokenKeeping, announce };
  return { tables, connections, queue, queries, preferences, practice, ...common };
}

type Composed = WriterSlices & { readonly practice: PracticeHost };
type WriterRemember = ConstructorParameters<typeof Queue>[0]['remember'];

const keeping = z.enum(['sealed', 'file', 'memory']);
const preferencesAtFirst = { theme: 'system' as const, letterKeys: true };

function preferencesIn(profile: OpenProfile): WriterSlices['preferences'] {
  const table = preferencesTable(profile.outbox);
  return {
    read: () => preferencesShape.catch(preferencesAtFirst).parse(table.get()),
    write: (chosen) => table.set(chosen),
  };
}

/** Takes up the connections of the profile and what the command line asked for. */
async function begin({ connections, practice }: Composed): Promise<void> {
  await connections.start();
  const hasPractice = connections.list().some(({ kind }) => kind === 'practice');
  if (wishes.practice || hasPractice) await practice.connect();
  if (wishes.connect !== null && wishes.connect.token !== '') {
    await connections.add({ kind: 'service', ...wishes.connect });
  }
}

async function close({ connections, practice }: Composed, profile: OpenProfile): Promise<void> {
  await connections.close();
  await practice.close();
  profile.close();
}
