import { count, plural } from '../../../components/format.ts';

/** Words about what a person sets on files for themselves, on this computer alone. */
export const localWordsMessages = {
  onlyHere: 'Only on this computer',
  star: 'Star',
  /** The mark of a row. */
  starred: 'starred',
  toggled: (isStarred: boolean, files: number) =>
    isStarred
      ? `${plural(files, 'file has a star now', 'files have a star now')}.`
      : `${plural(files, 'file has no star any more', 'files have no star any more')}.`,
  tooManyStars: (most: number) =>
    `At most ${count(most)} files of a connection can have a star. Nothing was changed: star fewer, or set a metadata key on all of them.`,
  dismiss: 'Dismiss',
  note: 'Your note',
  /** The mark of a row. */
  noted: 'with a note',
  addNote: 'Write a note',
  tooManyNotes: (most: number) => `At most ${count(most)} files of a connection can have a note. This one is not kept.`,
  promote: 'Add to metadata…',
  key: 'Metadata key',
  /** The key that is proposed. */
  usualKey: 'note',
  promoteHint:
    'Queues an edit: the note is then sent to the service as the value of this key, and stays here too. Line breaks become spaces.',
  replaces: 'The file has this key: the note takes the place of its value.',
  add: 'Add to metadata',
  groupName: 'Name of the group',
  nameGroup: 'Name this group',
  renameGroup: 'Rename this group',
  keepGroupName: 'Keep name',
  groupHint: 'The name stays on this computer. The service knows the group by its id.',
  promoteGroup: 'Add the group’s name to metadata…',
  /** The key that is proposed for it. */
  usualGroupKey: 'group',
  tooManyGroupNames: (most: number) =>
    `At most ${count(most)} groups of a connection can have a name. This one is not kept.`,
} as const;
