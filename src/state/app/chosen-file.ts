import { fail, ok, type Result } from '../../domain/core/result.ts';

/** A file that a person chose or dropped. */
export type ChosenFile = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

/** The files of one choice or one drop. */
export type ChosenFiles = readonly [ChosenFile, ...ChosenFile[]];

/** Why nothing was taken: `several` when a drop brought more than one file, `unread` when the system did not hand it out. */
export type ChosenFileProblem = 'several' | 'tooLong' | 'unread';

/** @returns null when nothing was chosen */
export function filesOf(list: FileList | null | undefined): ChosenFiles | null {
  const [first, ...others] = list ?? [];
  return first === undefined ? null : [first, ...others];
}

/** A UTF-16 code unit takes at most this many bytes of UTF-8 (RFC 3629, section 3). */
const MOST_UNIT_BYTES = 3;

/** Reads the one file of a choice. One whose text is certainly longer than `longest` UTF-16 code units is not read at all. */
export async function readChosenFile(
  [file, ...others]: ChosenFiles,
  longest: number,
): Promise<Result<Uint8Array, ChosenFileProblem>> {
  if (others.length > 0) return fail('several');
  if (file.size > MOST_UNIT_BYTES * longest) return fail('tooLong');
  try {
    return ok(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    // `NotReadableError` and `NotFoundError` (File API, 6.5): the file was moved, changed or locked since it was chosen.
    if (error instanceof DOMException) return fail('unread');
    throw error;
  }
}

/** @returns null when the bytes are no UTF-8: a wrong guess would be kept in the place of every letter beyond ASCII */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Reads the one file of a choice as UTF-8; what is none becomes U+FFFD. */
export async function readChosenText(files: ChosenFiles, longest: number): Promise<Result<string, ChosenFileProblem>> {
  const read = await readChosenFile(files, longest);
  if (!read.ok) return read;
  const text = new TextDecoder().decode(read.value);
  return text.length > longest ? fail('tooLong') : ok(text);
}
