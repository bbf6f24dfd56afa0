import type { EventName } from '../contract/index.ts';
import { eventNames } from '../contract/names.ts';

/** What the web host sends. */
export type SocketMessage =
  | { readonly kind: 'reply'; readonly id: number; readonly reply: unknown }
  | { readonly kind: 'announcement'; readonly name: EventName };

/** @throws when the text is no frame: the host and the page are of one build, so that would be a bug */
export function readSocketMessage(text: unknown): SocketMessage {
  const frame: unknown = JSON.parse(String(text));
  if (typeof frame !== 'object' || frame === null || !('kind' in frame)) throw new Error('Not a frame');
  if (frame.kind === 'reply' && 'id' in frame && typeof frame.id === 'number' && 'reply' in frame) {
    return { kind: 'reply', id: frame.id, reply: frame.reply };
  }
  const name = 'name' in frame ? eventNames.find((known) => known === frame.name) : undefined;
  if (frame.kind === 'announcement' && name !== undefined) return { kind: 'announcement', name };
  throw new Error(`Not a frame of a known kind: ${String(frame.kind)}`);
}
