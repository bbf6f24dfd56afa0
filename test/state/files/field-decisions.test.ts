import { expect, test } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import { FieldDecisionsState } from '../../../src/state/files/field-decisions.svelte.ts';
import { aFile } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const { network, id } = aFile();

test('says of a field that may be on its way that it could not be taken back, until the next try', async () => {
  const bridge = fakeBridge({ 'changes.discardField': () => ok({ isDiscarded: false }) });
  const fields = new FieldDecisionsState(portsOf(bridge));
  await fields.undo({ network, id }, 'name');
  const first = fields.beingSent;
  bridge.answer('changes.discardField', () => ok({ isDiscarded: true }));
  await fields.undo({ network, id }, 'name');
  expect([first, fields.beingSent]).toEqual(['name', null]);
});

test('what becomes of a field is not said of the file that was chosen meanwhile', async () => {
  const slow = [later<'changes.discardField'>(), later<'changes.discardField'>()] as const;
  const bridge = fakeBridge({ 'changes.discardField': () => slow[0].reply });
  const fields = new FieldDecisionsState(portsOf(bridge));
  const undone = fields.undo({ network, id }, 'name');
  fields.forget();
  slow[0].arrive({ isDiscarded: false });
  await undone;
  bridge.answer('changes.discardField', () => slow[1].reply);
  const failed = fields.undo({ network, id }, 'name');
  fields.forget();
  slow[1].fail({ kind: 'hostGone' });
  await failed;
  expect([fields.beingSent, fields.failure]).toEqual([null, null]);
});
