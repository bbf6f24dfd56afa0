import { z } from 'zod';
import { fileKey } from '../core/ids.ts';
import type { MetadataMode, RawKeyvalues } from '../service/metadata-mode.ts';
import { accountRef } from './connection.ts';

/** A key that a self-test has put on a file of a service, or may have, and that is not known to be gone. */
export const selfTestTrace = z.object({
  file: fileKey,
  /** Whose file it is: nothing is taken away with another token or at another address. */
  binding: accountRef,
  /** The metadata key that was added. */
  key: z.string(),
  startedAtMs: z.number(),
  /** The last update that was sent: until it can no longer land, nothing is known for good. */
  sentAtMs: z.number(),
  /** `stays` once the service has been asked in every way and would not remove it. */
  standing: z.enum(['underWay', 'stays']),
});
export type SelfTestTrace = Readonly<z.infer<typeof selfTestTrace>>;

/**
 * What a self-test is doing: `adding` its key to the whole map, `leavingOut` the key of the whole map, or asking for
 * its removal by `null`. The whole map goes along in the first two, so that a service that replaces loses nothing.
 */
export type SelfTestStep = 'adding' | 'leavingOut' | 'nulling';

export type SelfTestVerdict = Exclude<MetadataMode, 'unknown'> | 'notStored';

export type SelfTestMove =
  | { readonly kind: 'send'; readonly step: SelfTestStep; readonly keyvalues: ReadonlyMap<string, unknown> }
  | { readonly kind: 'found'; readonly verdict: SelfTestVerdict };

/** The first update of a self-test. @param before the file's metadata, read just now */
export const firstMove = (key: string, before: RawKeyvalues): SelfTestMove => ({
  kind: 'send',
  step: 'adding',
  keyvalues: new Map([...before, [key, 'added by a self-test of Pinfold']]),
});

/** What follows from the 2xx answer to a step. @param answered the metadata of that answer */
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

/** How to take a key away from a file that has it, when nothing is known of the service. */
export const removalOf = (key: string, current: RawKeyvalues): SelfTestMove => moveAfter('adding', key, current);

const without = (key: string, keyvalues: RawKeyvalues): ReadonlyMap<string, unknown> =>
  new Map([...keyvalues].filter(([other]) => other !== key));
