import { z } from 'zod';
import { connectionId } from '../domain/core/ids.ts';
import { savedQuery, savedView, savedViewId, savedViewName } from '../domain/files/queries.ts';
import { channel } from './channel.ts';

const inConnection = z.object({ connectionId });
const one = inConnection.extend({ id: savedViewId });
const all = z.object({ views: z.array(savedView) });

/** Channels of saved views. Every answer contains all saved views of the connection, in order. */
export const savedViewChannels = {
  'savedViews.list': channel(inConnection, all),
  /** Adds a view at the end, of at most 100. */
  'savedViews.add': channel(inConnection.extend({ name: savedViewName }).and(savedQuery), all),
  'savedViews.rename': channel(one.extend({ name: savedViewName }), all),
  'savedViews.move': channel(one.extend({ to: z.number().int().nonnegative().max(100) }), all),
  'savedViews.remove': channel(one, all),
};
