import type { ExportedFile } from '../../src/domain/exports/library-export.ts';
import type { Output } from './output.ts';
import type { RunPorts } from './job.ts';

/** Files between two turns of whatever else waits in this thread. */
const SLICE_FILES = 200;

/**
 * Reads files one by one and hands them on no faster than they are taken, so that what waits in memory stays small
 * however many there are.
 *
 * @throws the signal's reason when it is aborted
 */
export async function copyRows(
  rowIds: Uint32Array,
  read: (rowId: number) => ExportedFile,
  output: Output,
  { yieldToEventLoop: yieldToEventLoop, signal, progress }: Pick<RunPorts, 'yieldToEventLoop' | 'signal' | 'progress'>,
): Promise<void> {
  const total = rowIds.length;
  for (const [index, rowId] of rowIds.entries()) {
    if (index % SLICE_FILES === 0) {
      progress({ done: index, total });
      await yieldToEventLoop();
      signal.throwIfAborted();
    }
    output.add(read(rowId));
    if (output.isFull()) await output.flush();
  }
  progress({ done: total, total });
  await output.finish();
}
