import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, errorMessage } from '../src/domain/core/thrown.ts';
import { type Pending, pendingInParts, recoverReadable } from './database/outbox/recover-pending-edits.ts';
import { writePrivateFile } from './hosting/private-files.ts';

export type Exported = { readonly isComplete: boolean; readonly sentence: string };

/**
 * Writes the readable waiting edits of a profile to a new file, for a person who has no page: where an outbox is damaged, a
 * newer version wrote it, or the app does not start. Starts no thread, leaves the outbox unchanged, and replaces no file.
 */
export async function exportPending(profileDirectory: string, file: string): Promise<Exported> {
  const outbox = join(profileDirectory, 'outbox.db');
  if (existsSync(file)) return failed(`${file} is there already; choose another name.`);
  if (!existsSync(outbox)) return failed(`There is no queue in ${profileDirectory}.`);
  const pending = recoverReadable(outbox);
  if (typeof pending === 'string') return failed(`Nothing of ${outbox} could be read (${pending}).`);
  const problem = await written(file, pending);
  return problem === null ? exported(pending, file) : failed(`${file} could not be written (${problem}).`);
}

/** @returns the system's message when the file could not be written; null after a success */
async function written(file: string, pending: Pending): Promise<string | null> {
  try {
    await writePrivateFile(file, pendingInParts(pending));
    return null;
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return errorMessage(error);
  }
}

function exported({ edits, unreadable, altered }: Pending, file: string): Exported {
  const sentences = [
    `${countOf(edits.length)} written to ${file}.`,
    ...(unreadable.length === 0 ? [] : [`${countOf(unreadable.length)} could not be read.`]),
    ...(altered.length === 0 ? [] : [`${countOf(altered.length)} can be read but not as written; look at "altered".`]),
  ];
  return { isComplete: unreadable.length + altered.length === 0, sentence: sentences.join(' ') };
}

const failed = (sentence: string): Exported => ({ isComplete: false, sentence });
const countOf = (edits: number): string => `${edits} waiting ${edits === 1 ? 'edit' : 'edits'}`;
