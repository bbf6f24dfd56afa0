import { count, isOne, plural } from '../../../components/format.ts';
import { labelText } from '../../../domain/core/text.ts';

/** A radio button and the controls in its line are one sentence: "Make room: remove [note] and set tier". */
export const remedyMessages = {
  title: 'Ways past the limit',
  limit: (files: number, pairs: number) =>
    `${files === 1 ? 'It holds' : 'They hold'} the most pairs that this service has taken, ${count(pairs)}, and it refused one more.`,
  makeRoom: 'Make room: remove',
  keyToRemove: 'Key to remove',
  thenSet: (keys: readonly string[]) => `and set ${keys.map((key) => labelText(key)).join(', ')}`,
  otherKey: 'Instead of another key: put',
  value: (value: string | null) => (value === null ? 'the value' : labelText(value)),
  refusedKey: 'Key that was refused',
  into: 'into',
  keyToFill: 'Key that takes the value',
  having: (having: number, of: number, empty: number) => {
    const who =
      having < of
        ? `${count(having)} of ${count(of)} ${isOne(having) ? 'has' : 'have'} it`
        : `all ${count(of)} have it`;
    return `${of === 1 ? 'the file has it' : who}${empty === 0 ? '' : `, ${of === 1 ? '' : `${count(empty)} `}empty`}`;
  },
  cannotRemove: 'This service cannot remove a key.',
  replaced: 'What the key holds now is replaced, and stays in the history of the file.',
  stay: (files: number) => `${plural(files, 'file without it stays', 'files without it stay')} refused.`,
  apply: (files: number) => (files === 1 ? 'Queue again' : `Queue again for ${count(files)}`),
} as const;
