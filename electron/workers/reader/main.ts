import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { duplicatesChannels } from '../../../src/contract/duplicates.ts';
import { fileChannels } from '../../../src/contract/files.ts';
import { keyChannels } from '../../../src/contract/keys.ts';
import { signatureChannels } from '../../../src/contract/signatures.ts';
import { openReader, type Reader } from '../../database/read-only-database.ts';
import { duplicatesHandlers } from '../../ipc/files/duplicates-handlers.ts';
import type { ReaderChannel } from '../../ipc/reader-channels.ts';
import { readerHandlers } from '../../ipc/reader-handlers.ts';
import { answering, type HandlersOf } from '../../ipc/router.ts';
import { systemClock } from '../clock.ts';
import type { DuplicateContent } from '../../database/duplicates/duplicate-content.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { WorkerClient, workerProgram } from '../worker-client.ts';
import { onMessage, reportBugs, send } from '../thread-messages.ts';

/** The composition root of the reader: the thread that answers the screens from the mirror while the writer writes. */
const port = parentPort;
if (port === null) throw new Error('The reader is a thread of the core');

const { profileDirectory } = z.object({ profileDirectory: z.string() }).parse(workerData);
const mirrorPath = join(profileDirectory, 'mirror.db');
/** Finds files with the same content in a thread of its own, because the search reads every file. */
const duplicateFinder = new WorkerClient<ConnectionId, DuplicateContent>({
  program: workerProgram(import.meta.url, '../duplicate-finder/main.ts', 'duplicate-finder'),
  name: 'pinfold duplicate finder',
  resourceLimits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 256 },
  workerData: { mirrorPath },
  endsWhenIdle: true,
});
let reader: Reader | null = null;
// The host sends no request before `opened`.
let answer: ReturnType<typeof answering> = () => Promise.reject(new Error('The reader has not been opened'));

const answered = { ...fileChannels, ...keyChannels, ...signatureChannels, ...duplicatesChannels };

function handlersOf(opened: Reader): HandlersOf<ReaderChannel> {
  const { nowMs } = systemClock;
  const duplicates = duplicatesHandlers({
    find: (connectionId) => duplicateFinder.ask(connectionId),
    rows: opened.rows,
    nowMs,
  });
  return { ...readerHandlers(opened, nowMs), ...duplicates };
}

onMessage(port, (message) => {
  switch (message.kind) {
    case 'open':
      reader = openReader(mirrorPath, systemClock.yieldToEventLoop);
      answer = answering(answered, handlersOf(reader), { report: reportBugs(port), expected: () => null });
      return send(port, { kind: 'opened' });
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
