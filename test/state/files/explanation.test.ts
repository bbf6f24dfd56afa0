import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { ExplanationState } from '../../../src/state/files/explanation.svelte.ts';
import { connectionA, fileOf, uuid } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const key = { network: 'public', id: fileOf(uuid(1)).id } as const;

test('asks for the open edits of the file, and says why when they do not come', async () => {
  const bridge = fakeBridge({ 'changes.ofFile': () => ok([]) });
  const explanation = new ExplanationState(portsOf(bridge));
  await explanation.load(key);
  const first = explanation.edits;
  bridge.answer('changes.ofFile', () => fail({ kind: 'notFound' }));
  await explanation.load(key);
  expect([first, explanation.edits, explanation.failure, bridge.asked[0]?.input]).toEqual([
    [],
    null,
    { kind: 'notFound' },
    { connectionId: connectionA, key },
  ]);
});

test('an answer about a file that is no longer chosen is dropped', async () => {
  const slow = later<'changes.ofFile'>();
  const explanation = new ExplanationState(portsOf(fakeBridge({ 'changes.ofFile': () => slow.reply })));
  const loading = explanation.load(key);
  explanation.forget();
  slow.arrive([]);
  await loading;
  expect(explanation.edits).toBeNull();
});
