import { z } from 'zod';
import { connectionId } from '../domain/core/ids.ts';
import { libraryContents } from '../domain/library/contents.ts';
import { look, pointInTimeMs } from '../domain/library/look.ts';
import { arrivedEdits, libraryNews } from '../domain/library/news.ts';
import { channel } from './channel.ts';

const inConnection = z.object({ connectionId });
/** Null counts by day alone. */
const since = inConnection.extend({ sinceMs: pointInTimeMs.nullable() });

/** Channels of a mirror as a whole: what it holds, and what happened since a look. */
export const libraryChannels = {
  'library.contents': channel(inConnection, libraryContents),
  'library.news': channel(since, libraryNews),
  /** Edits of this computer that the service took. */
  'library.arrived': channel(since, arrivedEdits),
  /** Notes that the person looks at the library now. */
  'library.look': channel(inConnection, look),
  /** Notes that the person has read the news: they count from now on. */
  'library.seen': channel(inConnection, look),
};
