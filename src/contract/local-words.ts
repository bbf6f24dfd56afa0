import { z } from 'zod';
import { connectionId, fileKey } from '../domain/core/ids.ts';
import { LONGEST_FILE_NOTE } from '../domain/files/file-marks.ts';
import { groupName } from '../domain/files/group-names.ts';
import { selection } from '../domain/files/queries.ts';
import { channel } from './channel.ts';

const inConnection = z.object({ connectionId });

/** Channels of what a person sets on files for themselves, which stays on this computer. */
export const localWordChannels = {
  /** How much of it a connection has: it goes with the connection. */
  'localWords.counts': channel(
    inConnection,
    z.object({ stars: z.number(), notes: z.number(), groupNames: z.number() }),
  ),
  /**
   * Keeps a note about a file in place of the one before; an empty one removes it. Fails with `unfit` and `tooMany`; nothing
   * changes then.
   */
  'fileNotes.put': channel(inConnection.extend({ key: fileKey, note: z.string().max(LONGEST_FILE_NOTE) }), z.null()),
  /** The names that a person gave to groups. */
  'groupNames.list': channel(inConnection, z.array(groupName)),
  /** Names a group in place of the name before; an empty name removes it. Fails with `unfit` and `tooMany`. */
  'groupNames.put': channel(inConnection.extend(groupName.shape), z.null()),
  /**
   * Stars the files of a selection, or takes their stars away where all of them have one. Fails with `unfit` and `tooMany`;
   * nothing changes then.
   */
  'stars.toggle': channel(inConnection.extend({ selection }), z.object({ isStarred: z.boolean(), files: z.number() })),
};
