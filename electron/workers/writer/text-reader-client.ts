import { errorCode } from '../../../src/domain/core/thrown.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import type { ListedId } from '../../sync/bulk/id-list.ts';
import type { Lines, TextReader, TextRequest } from '../../sync/bulk/lines.ts';
import type { TableLine } from '../../sync/bulk/table-format.ts';
import type { TextReaderReply, TextReaderRequest } from '../text-reader/main.ts';
import { WorkerClient, workerProgram } from '../worker-client.ts';

type Client<Line> = WorkerClient<TextReaderRequest, TextReaderReply<Line>>;

/** Reads each text in a thread of its own, which ends with the text, or at once when the reading is cancelled. */
export const textReader: TextReader = {
  table: (text, signal) => linesOf<TableLine>({ as: 'table', ...text }, signal),
  ids: (text, signal) => linesOf<ListedId>({ as: 'ids', text }, signal),
};

async function linesOf<Line>(request: TextRequest, signal: AbortSignal): Promise<Result<Lines<Line>, Failure>> {
  const client: Client<Line> = new WorkerClient({
    program: workerProgram(import.meta.url, '../text-reader/main.ts', 'text-reader'),
    name: 'pinfold text reader',
    // 50 million characters, the longest table, and twice what its cells may take: a thread that needs more while nothing
    // interrupts it ends the process.
    resourceLimits: { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1_400 },
  });
  const close = (): void => void client.terminate();
  // Nobody waits for the end of the thread, which may be in the midst of a `JSON.parse` that nothing interrupts. Whoever
  // takes the lines decides what a later abort means for the rest.
  const given = client.ask(request).catch((error: unknown) => failureOf(error, signal));
  const reply = await Promise.race([given, cancelled(signal)]);
  if (!reply.ok || !('count' in reply.value)) {
    close();
    return reply.ok ? fail({ kind: 'notFound' }) : reply;
  }
  return ok({ count: reply.value.count, slices: () => slices(client), close });
}

const cancelled = (signal: AbortSignal): Promise<Result<never, Failure>> =>
  new Promise((resolve) => {
    const cancel = (): void => resolve(fail({ kind: 'notFound' }));
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  });

/** An abort, or too little memory for the text. @throws every other error of the thread */
function failureOf(error: unknown, signal: AbortSignal): Result<never, Failure> {
  if (signal.aborted) return fail({ kind: 'notFound' });
  if (errorCode(error) !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
  return fail({ kind: 'unfitText', why: { kind: 'tooMuchMemory' } });
}

async function* slices<Line>(client: Client<Line>): AsyncGenerator<readonly Line[]> {
  try {
    for (;;) {
      const reply = await client.ask('next');
      if (!reply.ok || !('lines' in reply.value) || reply.value.lines.length === 0) return;
      yield reply.value.lines;
    }
  } finally {
    await client.terminate();
  }
}
