import { count, plural } from '../../../components/format.ts';

/** Words about what a person sets on files for themselves, on this computer alone. */
export const localWordsMessages = {
  onlyHere: 'Only on this computer',
  star: 'Star',
  /** The mark of a row. */
  starred: 'starred',
  /** A row as a screen reader says it. */
  starredName: (name: string) => `${name}, starred`,
  toggled: (isStarred: boolean, files: number) =>
    isStarred
      ? `${plural(files, 'file has a star now', 'files have a star now')}.`
      : `${plural(files, 'file has no star any more', 'files have no star any more')}.`,
  tooManyStars: (most: number) =>
    `At most ${count(most)} files of a connection can have a star. Nothing was changed: star fewer, or set a metadata key on all of them.`,
  dismiss: 'Dismiss',
} as const;
