import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { EventName } from '../../../src/contract/events.ts';
import { clipboardChannels } from '../../../src/contract/clipboard.ts';
import { duplicatesChannels } from '../../../src/contract/duplicates.ts';
import { fileChannels } from '../../../src/contract/files.ts';
import { keyChannels } from '../../../src/contract/keys.ts';
import { libraryChannels } from '../../../src/contract/library.ts';
import { selectionChannels } from '../../../src/contract/selections.ts';
import { signatureChannels } from '../../../src/contract/signatures.ts';
import { damageWatch } from '../../database/mirror/found-damage.ts';
import { openReader, type Reader } from '../../database/read-only-database.ts';
import { duplicatesHandlers } from '../../ipc/files/duplicates-handlers.ts';
import type { ReaderChannel } from '../../ipc/reader-channels.ts';
import { readerHandlers } from '../../ipc/reader-handlers.ts';
import { answering, type HandlersOf } from '../../ipc/router.ts';
import { systemClock } from '../clock.ts';
import type { DuplicateContent } from '../../database/duplicates/duplicate-content.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { WorkerClient, workerProgram } from '../worker-client.ts';
import { onMessage, reportBugsAndDamage, send } from '../thread-messages.ts';

/** The composition root of the reader: the thread that answers the screens from the mirror while the writer writes. */
const port = parentPort;
if (port === null) throw new Error('The reader is a thread of the core');

const { profileDirectory, starts, announcesAll } = z
  .object({
    profileDirectory: z.string(),
    /** The number of this reader among those of the app's run, from 1. */
    starts: z.number(),
    /** Whether the screens hold lists of a reader before this one. */
    announcesAll: z.boolean(),
  })
  .parse(workerData);
/** Lists are numbered on from here, so that a number of a reader before this one names none of its lists. */
const lastId = starts * 2 ** 32;
const mirrorPath = join(profileDirectory, 'mirror.db');
/** Finds files with the same content in a thread of its own, because the search reads every file. */
const duplicateFinder = new WorkerClient<ConnectionId, DuplicateContent>({
  program: workerProgram(import.meta.url, '../duplicate-finder/main.ts', 'duplicate-finder'),
  name: 'pinfold duplicate finder',
  resourceLimits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 256 },
  workerData: { mirrorPath },
  endsWhenIdle: true,
  asksAgain: true,
});
const report = reportBugsAndDamage(port, damageWatch(mirrorPath, systemClock.nowMs));
let reader: Reader | null = null;
// The host sends no request before `opened`.
let answer: ReturnType<typeof answering> = () => Promise.reject(new Error('The reader has not been opened'));

/** The announcements about what the reader answers. */
const shown = ['files.changed', 'keys.changed', 'signatures.changed'] as const satisfies readonly EventName[];

const answered = {
  ...{ ...fileChannels, ...clipboardChannels, ...selectionChannels, ...duplicatesChannels },
  ...{ ...keyChannels, ...libraryChannels, ...signatureChannels },
};

function handlersOf(opened: Reader): HandlersOf<ReaderChannel> {
  const { nowMs } = systemClock;
  const duplicates = duplicatesHandlers({
    find: (connectionId) => duplicateFinder.ask(connectionId),
    rows: opened.rows,
    nowMs,
    lastId,
  });
  return { ...readerHandlers(opened, nowMs), ...duplicates };
}

onMessage(port, (message) => {
  switch (message.kind) {
    case 'open':
      reader = openReader(mirrorPath, systemClock.yieldToEventLoop, lastId);
      answer = answering(answered, handlersOf(reader), { report, expected: () => null });
      send(port, { kind: 'opened' });
      if (announcesAll) for (const name of shown) send(port, { kind: 'announced', name });
      return;
    case 'ask':
      return void answer(message.name, message.input).then((reply) =>
        send(port, { kind: 'replied', id: message.id, reply }),
      );
    case 'close':
      reader?.close();
      return void duplicateFinder.terminate().then(() => port.close());
    case 'signal':
    case 'vaultAnswered':
      return; // messages for the writer
  }
});
