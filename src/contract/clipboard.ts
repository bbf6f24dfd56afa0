import { z } from 'zod';
import { copyFormat, MOST_COPIED_FILES } from '../domain/clipboard/copy-format.ts';
import { connectionId } from '../domain/core/ids.ts';
import { openSelection } from '../domain/files/queries.ts';
import { channel } from './channel.ts';

/** Channels of texts for the clipboard. */
export const clipboardChannels = {
  /**
   * The text that stands for the first `limit` of the selected files. A list that the core has closed is `notFound`. `files`
   * stand in the text; `pending` have no CID yet and are left out of a format of CIDs.
   */
  'clipboard.text': channel(
    z.object({
      connectionId,
      files: openSelection,
      format: copyFormat,
      baseUrl: z.string().max(2_000),
      /** As the connection has it; null for none. */
      gateway: z.string().max(2_000).nullable(),
      limit: z.number().int().min(1).max(MOST_COPIED_FILES),
    }),
    z.object({ text: z.string(), files: z.number(), pending: z.number() }),
  ),
};
