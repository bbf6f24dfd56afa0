import type { z } from 'zod';
import type { Failure } from '../domain/core/failure.ts';
import type { Result } from '../domain/core/result.ts';
import { activityChannels } from './activity.ts';
import { appChannels, diagnosticsChannels } from './app.ts';
import { bulkChannels } from './bulk.ts';
import { changeChannels, undoChannels } from './changes.ts';
import type { ChannelSpec } from './channel.ts';
import type { EventName } from './events.ts';
import { clipboardChannels } from './clipboard.ts';
import { connectionChannels, selfTestChannels } from './connections.ts';
import { draftChannels } from './drafts.ts';
import { duplicatesChannels } from './duplicates.ts';
import { exportChannels } from './exports.ts';
import { fileChannels } from './files.ts';
import { gatewayChannels } from './gateways.ts';
import { libraryChannels } from './library.ts';
import { keyChannels } from './keys.ts';
import { localWordChannels } from './local-words.ts';
import { recoveryChannels } from './recovery.ts';
import { savedViewChannels } from './saved-views.ts';
import { selectionChannels } from './selections.ts';
import { signatureChannels } from './signatures.ts';
import { updateChannels } from './updates.ts';

/** All channels between page and core, by name. */
export const channels = {
  ...activityChannels,
  ...appChannels,
  ...connectionChannels,
  ...fileChannels,
  ...clipboardChannels,
  ...selectionChannels,
  ...draftChannels,
  ...localWordChannels,
  ...keyChannels,
  ...gatewayChannels,
  ...libraryChannels,
  ...changeChannels,
  ...bulkChannels,
  ...diagnosticsChannels,
  ...selfTestChannels,
  ...exportChannels,
  ...signatureChannels,
  ...duplicatesChannels,
  ...undoChannels,
  ...savedViewChannels,
  ...recoveryChannels,
  ...updateChannels,
} satisfies Record<string, ChannelSpec>;

/** The name of a channel: `area.verb`. */
export type Channel = keyof typeof channels;
export type { EventName };
/** What a caller passes: an id may be plain text. */
export type Input<C extends Channel> = z.input<(typeof channels)[C]['input']>;
/** A checked input: ids are branded. */
export type Question<C extends Channel> = z.output<(typeof channels)[C]['input']>;
/** The answer of a channel that succeeded. */
export type Output<C extends Channel> = z.output<(typeof channels)[C]['output']>;
/** The answer of a channel, or its failure. */
export type Reply<C extends Channel> = Result<Output<C>, Failure>;

/** The page's port to the core. */
export type Bridge = {
  ask<C extends Channel>(name: C, input: Input<C>): Promise<Reply<C>>;
  /** Calls a listener after each announcement. @returns stops listening */
  listen(name: EventName, listener: () => void): () => void;
};
