import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { systemClock } from './clock.ts';
import { openReader } from './database/reader.ts';
import { readerHandlers } from './ipc/reader-handlers.ts';
import { answering } from './ipc/router.ts';
import { threadReport } from './ipc/thread-report.ts';
import { hear, say } from './ipc/thread-port.ts';

/** The composition root of the thread that only reads: views, windows, counts, while the other one writes. */
const port = parentPort;
if (port === null) throw new Error('The reader is a thread of the core');

const { profileDirectory } = z.object({ profileDirectory: z.string() }).parse(workerData);
const reader = openReader(join(profileDirectory, 'mirror.db'), systemClock.breathe);
const answer = answering(readerHandlers(reader), { report: threadReport(port), expected: () => null });

hear(port, (message) => {
  if (message.kind === 'ask') {
    void answer(message.name, message.input).then((reply) => say(port, { kind: 'replied', id: message.id, reply }));
  }
  if (message.kind === 'close') {
    reader.close();
    port.close();
  }
});
say(port, { kind: 'ready' });
