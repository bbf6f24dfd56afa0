// @vitest-environment jsdom
import { expect, onTestFinished, test } from 'vitest';
import type { Failure } from '../../src/domain/core/failure.ts';
import type { ActivityEntry } from '../../src/domain/activity/activity.ts';
import { entryRest, plain } from '../../src/views/activity/entry-sentences.ts';
import { failureMessage } from '../../src/views/messages/app-messages.ts';
import * as stored from '../../src/views/messages/stored/stored-words-messages.ts';
import * as storedGerman from '../../src/views/messages/stored/stored-words-messages.de.ts';
import FailureAlert from '../../src/views/messages/FailureAlert.svelte';
import { adopt } from '../../src/views/messages/wording.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { show } from './show-component.ts';

test('a plan that is too large is told with its size, the limit and what to do', () => {
  const failure = { kind: 'planTooLarge', files: 10_000, sizeBytes: 10_040_000_000, mostBytes: 300_000_000 } as const;
  expect(failureMessage(failure).message).toBe(
    'This would be about 10\u00a0GB of changes for 10,000 files, and at most 300\u00a0MB can be planned at once. ' +
      'Do it in parts: select fewer files, or use fewer or shorter texts. Nothing was queued.',
  );
});

test('a request that died with its thread says what is known of it, and what is not', () => {
  expect(failureMessage({ kind: 'interrupted' }).message).toBe(
    'A part of Pinfold ended while it worked on this, and was started again. Everything that was saved is kept. ' +
      'Look whether this was done before you do it again.',
  );
});

test('a service that cannot be reached is told in the system’s words as a sentence, and one that answered in its own', () => {
  const failure = { kind: 'service', requestId: null, status: null } as const;
  const detail = 'there is no host of that name (ENOTFOUND)';
  expect(failureMessage({ ...failure, reason: 'unreachable', detail }).detail).toBe('There is no host of that name.');
  expect(failureMessage({ ...failure, reason: 'refused', detail: 'no (OR_LATER)' }).detail).toBe('no (OR_LATER)');
});

test('an answer that could not be read is not said to have changed nothing: the update of a self-test may have added its key', () => {
  const unread = { kind: 'service', reason: 'malformed', detail: 'the answer is not JSON', requestId: null } as const;
  expect(failureMessage(unread).message).toBe('The answer of the service could not be read.');
});

test('a text that cannot be kept is told with its problem in words', () => {
  expect(failureMessage({ kind: 'unfit', what: 'name', problem: 'tooLong' })).toEqual({
    message: 'The name cannot be kept like this.',
    detail: 'This is longer than 10,000 characters.',
  });
});

test('a token that could not be removed is told, that nothing was changed, and what stands in the way', () => {
  expect(failureMessage({ kind: 'unfit', what: 'token', problem: 'tokenStays' }).message).toMatch(
    /could not be removed, so nothing was changed\. Try again when .* data folder/,
  );
});

test('a limit is told with its number, and other work by its name', () => {
  expect(failureMessage({ kind: 'tooMany', of: 'tableFiles', most: 20_000 }).message).toBe(
    'A table to edit holds at most 20,000 files.',
  );
  expect(failureMessage({ kind: 'tooMany', of: 'tableCells', most: 10_000_000 }).message).toMatch(
    /^A table to edit has at most 10,000,000 cells: .* choose JSON\.$/,
  );
  expect(failureMessage({ kind: 'busy', work: 'export' }).message).toBe('Another export is running.');
});

test('what the app itself says of an answer is in the language of the page, and the words of the service stay', () => {
  const { shown } = stored.storedWordsMessages;
  onTestFinished(() => adopt(stored, { storedWordsMessages: { shown } }));
  adopt(stored, storedGerman);
  const failed = (reason: 'malformed' | 'refused', detail: string): Failure => ({
    ...{ kind: 'service', requestId: null, status: null, reason, detail },
  });
  expect([
    failureMessage(failed('malformed', 'the answer is not JSON')).detail,
    failureMessage(failed('refused', 'name too long')).detail,
  ]).toEqual(['die Antwort ist kein JSON', 'name too long']);
  const trouble: ActivityEntry = {
    ...{ id: 'e1', atMs: 0, origin: 'app' },
    about: { kind: 'trouble', reason: 'notAnswering', detail: 'no answer in time', fromMs: 0, requests: [] },
  };
  expect(plain(entryRest(trouble, String))).toBe('keine Antwort in der vorgesehenen Zeit');
});

test('no way to the service is a state and no failure: it has the colour of working offline, and only a service that was never reached has the other', () => {
  const unreached = { kind: 'service', reason: 'unreachable', detail: 'there is no network', requestId: null } as const;
  expect(failureMessage(unreached).tone).toBe('offline');
  expect(failureMessage({ ...unreached, reason: 'noAnswer' }).tone).toBeUndefined();
  const shown = show(fakeBridge({}), FailureAlert, { failure: unreached });
  onTestFinished(shown.leave);
  expect(document.querySelector('[role=alert].offline')?.textContent).toContain('There is no network.');
  const never = show(fakeBridge({}), FailureAlert, { failure: unreached, isNeverReached: true });
  onTestFinished(never.leave);
  expect(document.querySelectorAll('.notice.offline')).toHaveLength(1);
  expect(document.querySelectorAll('.notice.failed')).toHaveLength(1);
});
