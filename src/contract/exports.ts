import { z } from 'zod';
import { connectionId } from '../domain/core/ids.ts';
import { exportFormat, exportState } from '../domain/exports/library-export.ts';
import { selection } from '../domain/files/queries.ts';
import { channel, nothing } from './channel.ts';

/** Channels of the export to a file; one export runs at a time. */
export const exportChannels = {
  /** Exports the selected files to a new file in the person's folder for downloads. Fails while another export runs. */
  'export.start': channel(
    z.object({ connectionId, selection, format: exportFormat }),
    z.object({ exportId: z.uuid() }),
  ),
  /** Cancels the export. Answers after its partial file is removed. */
  'export.cancel': channel(nothing, nothing),
  'export.state': channel(nothing, exportState),
  /** Hides the end of the last export. */
  'export.dismiss': channel(nothing, nothing),
};
