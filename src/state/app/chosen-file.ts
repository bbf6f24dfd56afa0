import { fail, ok, type Result } from '../../domain/core/result.ts';

/** A file that a person chose or dropped. */
export type ChosenFile = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

/** Why a chosen file was not taken: `unread` when the system did not hand it out. */
export type ChosenFileProblem = 'tooLong' | 'unread';

/** A UTF-16 code unit takes at most this many bytes of UTF-8 (RFC 3629, section 3). */
const MOST_UNIT_BYTES = 3;

/** Reads a file. One whose text is certainly longer than `longest` UTF-16 code units is not read at all. */
export async function readChosenFile(
  file: ChosenFile,
  longest: number,
): Promise<Result<Uint8Array, ChosenFileProblem>> {
  if (file.size > MOST_UNIT_BYTES * longest) return fail('tooLong');
  try {
    return ok(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    // `NotReadableError` and `NotFoundError` (File API, 6.5): the file was moved, changed or locked since it was chosen.
    if (error instanceof DOMException) return fail('unread');
    throw error;
  }
}

/** Reads a file as UTF-8; what is none becomes U+FFFD. */
export async function readChosenText(file: ChosenFile, longest: number): Promise<Result<string, ChosenFileProblem>> {
  const read = await readChosenFile(file, longest);
  if (!read.ok) return read;
  const text = new TextDecoder().decode(read.value);
  return text.length > longest ? fail('tooLong') : ok(text);
}
