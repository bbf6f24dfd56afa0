import { z } from 'zod';
import { fileKey } from '../core/ids.ts';
import { metadataMode, type RawKeyvalues } from '../service/metadata-mode.ts';
import { accountRef } from './connection.ts';

/** The trace of a self-test: a key that it added to a file, or may have, and that is not known to be gone. */
export const selfTestTrace = z.object({
  file: fileKey,
  /** The account of the file: the key is never removed under another one. */
  binding: accountRef,
  /** The added metadata key. */
  key: z.string(),
  startedAtMs: z.number(),
  /** When the last update was sent: until it can no longer land, the file's metadata may still change. */
  sentAtMs: z.number(),
  /** `stays` once the service kept the key whatever way it was asked to remove it. */
  standing: z.enum(['underWay', 'stays']),
});
export type SelfTestTrace = Readonly<z.infer<typeof selfTestTrace>>;

/**
 * A step of a self-test: `adding` its key to the whole map, `leavingOut` the key from the whole map, or `nulling`, which
 * asks for its removal by `null`. The first two send the whole map, so that a service that replaces loses nothing.
 */
export type SelfTestStep = 'adding' | 'leavingOut' | 'nulling';

/** What a self-test found: a metadata mode, or that the service stores no key at all. */
export const selfTestVerdict = metadataMode.exclude(['unknown']).or(z.literal('notStored'));
export type SelfTestVerdict = z.infer<typeof selfTestVerdict>;

/** The result of a self-test that came to its end. */
export const selfTestResult = z.object({
  verdict: selfTestVerdict,
  /** Updates that were sent, beside one read. */
  updates: z.number(),
  /** The added key that stays because this service removes none; null when the file is as it was. */
  stays: z.string().nullable(),
});
export type SelfTestResult = Readonly<z.infer<typeof selfTestResult>>;

/** What a self-test does next: send an update, or end. */
export type SelfTestMove =
  | { readonly kind: 'send'; readonly step: SelfTestStep; readonly keyvalues: ReadonlyMap<string, unknown> }
  | { readonly kind: 'found'; readonly verdict: SelfTestVerdict };

/** The first update of a self-test. @param key new to the file @param before the file's metadata, read just now */
export const firstMove = (key: string, before: RawKeyvalues): SelfTestMove => ({
  kind: 'send',
  step: 'adding',
  keyvalues: new Map([...before, [key, 'added by a self-test of Pinfold']]),
});

/** The next move after the 2xx answer to a step. @param answered the metadata of that answer */
export function moveAfter(step: SelfTestStep, key: string, answered: RawKeyvalues): SelfTestMove {
  const isThere = answered.has(key);
  switch (step) {
    case 'adding':
      return isThere
        ? { kind: 'send', step: 'leavingOut', keyvalues: without(key, answered) }
        : { kind: 'found', verdict: 'notStored' };
    case 'leavingOut':
      return isThere
        ? { kind: 'send', step: 'nulling', keyvalues: new Map([[key, null]]) }
        : { kind: 'found', verdict: 'replace' };
    case 'nulling':
      return { kind: 'found', verdict: isThere ? 'mergeWithoutRemoval' : 'merge' };
  }
}

/** The move that removes a key from a file that has it, in an unknown metadata mode. */
export const removalOf = (key: string, current: RawKeyvalues): SelfTestMove => moveAfter('adding', key, current);

const without = (key: string, keyvalues: RawKeyvalues): ReadonlyMap<string, unknown> =>
  new Map([...keyvalues].filter(([other]) => other !== key));
