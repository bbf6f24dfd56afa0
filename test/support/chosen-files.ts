import type { ChosenFile } from '../../src/state/app/chosen-file.ts';

/** A file that a person chose. */
export const aChosenFile = (content: string | Uint8Array<ArrayBuffer>, name = 'chosen.csv'): ChosenFile =>
  new File([content], name);

/** A file that was moved or deleted since it was chosen. */
export const lostFile: ChosenFile = {
  name: 'lost.csv',
  size: 1,
  arrayBuffer: () => Promise.reject(new DOMException('A requested file could not be found.', 'NotFoundError')),
};

/** A file of so many bytes that it is not read. */
export const longFile = (size: number): ChosenFile => ({ ...lostFile, name: 'long.csv', size });
