import { z } from 'zod';
import { connectionId } from '../domain/core/ids.ts';
import { openSelection } from '../domain/files/queries.ts';
import { selectionContents, selectionSizes } from '../domain/files/selection-summary.ts';
import { channel, ticket } from './channel.ts';

const selected = z.object({ connectionId, files: openSelection });

/** Channels of what is selected as a whole. A list that the core has closed is `notFound`. */
export const selectionChannels = {
  'selection.contents': channel(selected, selectionContents),
  /**
   * Takes seconds for a million files; `files.giveUp` cancels it, and then it is `notFound`.
   *
   * `fullPairs`: the metadata pairs that a file has at least to be counted as `full`
   */
  'selection.sizes': channel(
    selected.extend({ fullPairs: z.number().int().positive().nullable(), ticket: ticket.optional() }),
    selectionSizes,
  ),
};
