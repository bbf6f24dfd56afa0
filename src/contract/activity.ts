import { z } from 'zod';
import { activityEntry, activityOrigin } from '../domain/activity/activity.ts';
import { day } from '../domain/core/text.ts';
import { connectionId } from '../domain/core/ids.ts';
import { channel } from './channel.ts';

const inConnection = z.object({ connectionId });

/** Channels of what happened to a connection. */
export const activityChannels = {
  /** Newest first; of one day of this computer's calendar, or of all. `isMore`: whether there are earlier entries. */
  'activity.list': channel(
    inConnection.extend({
      origin: activityOrigin.nullable(),
      day: day.nullable(),
      limit: z.number().int().min(1).max(5_000),
    }),
    z.object({ entries: z.array(activityEntry), isMore: z.boolean() }),
  ),
};
