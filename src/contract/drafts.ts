import { z } from 'zod';
import { connectionId, fileKey } from '../domain/core/ids.ts';
import { draft, draftPart, keptDraft } from '../domain/edits/draft.ts';
import { channel } from './channel.ts';

const inConnection = z.object({ connectionId });

/** Channels of drafts: typing that nobody has saved. */
export const draftChannels = {
  /** The drafts of a connection with the names their files have now, the latest typing first. */
  'drafts.list': channel(
    inConnection,
    z.object({ drafts: z.array(keptDraft.unwrap().extend({ fileName: z.string().nullable() })) }),
  ),
  /**
   * Keeps a draft in place of the one before. Fails with `unfit` and `tooLong` or `tooMany`; the one before stays then.
   */
  'drafts.keep': channel(inConnection.extend({ key: fileKey, draft }), z.null()),
  'drafts.discard': channel(inConnection.extend({ key: fileKey, part: draftPart }), z.null()),
};
