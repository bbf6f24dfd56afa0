import { z } from 'zod';
import { connectionId } from '../domain/core/ids.ts';
import { exportFormat, exportState } from '../domain/exports/library-export.ts';
import { selection } from '../domain/files/selection.ts';
import { channel, nothing } from './channel.ts';

export const exportChannels = {
  /** Writes the chosen files to a new file in the person's folder for downloads. Refused while another export runs. */
  'export.start': channel(
    z.object({ connectionId, selection, format: exportFormat }),
    z.object({ exportId: z.uuid() }),
  ),
  /** Answers when the export has stopped and its unfinished file is gone. */
  'export.cancel': channel(nothing, nothing),
  'export.state': channel(nothing, exportState),
  /** What was done or failed need not be shown any more. */
  'export.dismiss': channel(nothing, nothing),
};
